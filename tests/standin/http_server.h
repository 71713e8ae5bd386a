#pragma once

#include <httplib.h>

#include <atomic>
#include <mutex>
#include <set>
#include <string>

namespace ff::standin {

/// cpp-httplib's server with what an engine's server needs more: idle connections that cost nothing, a sight
/// of the client's socket, and an end that cuts what runs.
class HttpServer : public httplib::Server {
 public:
  HttpServer();

  /// Binds and listens at once; false if the address is taken. Requests are answered once serve() runs.
  [[nodiscard]] bool open(const std::string& host, int port);
  /// Answers until close(); returns when every connection has ended.
  void serve();
  /// Takes no more connections and lets idle ones go. `cut` also breaks off those with a request under way.
  void close(bool cut);

  /// Whether the client of the request that this thread serves is still connected.
  [[nodiscard]] static bool client_is_there();
  /// Breaks off the connection that this thread serves, without an answer.
  static void hang_up();

 private:
  bool process_and_close_socket(socket_t socket) override;
  bool wait_for_request(int socket) const;

  int listener_ = -1;
  std::atomic<bool> closing_ = false;
  std::mutex mutex_;
  std::set<int> open_sockets_;
};

}  // namespace ff::standin
