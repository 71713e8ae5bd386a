#pragma once

#include <httplib.h>

#include <array>
#include <cstddef>
#include <string>

namespace ff::standin {

/// A connected client as cpp-httplib wants to see it: buffered reads, whole writes, bounded waits. Does not
/// own the socket.
class ClientStream : public httplib::Stream {
 public:
  explicit ClientStream(int socket) : socket_(socket) {}

  [[nodiscard]] bool is_readable() const override;
  [[nodiscard]] bool is_writable() const override;
  ssize_t read(char* into, size_t size) override;
  ssize_t write(const char* bytes, size_t size) override;
  void get_remote_ip_and_port(std::string& ip, int& port) const override;
  void get_local_ip_and_port(std::string& ip, int& port) const override;
  [[nodiscard]] socket_t socket() const override { return socket_; }

  /// Whether bytes of a next request have been read already.
  [[nodiscard]] bool has_buffered() const { return used_ < filled_; }

 private:
  const int socket_;
  std::array<char, 16384> buffer_{};
  std::size_t used_ = 0;
  std::size_t filled_ = 0;
};

}  // namespace ff::standin
