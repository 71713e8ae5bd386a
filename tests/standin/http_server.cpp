#include "standin/http_server.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

#include "standin/client_stream.h"

namespace ff::standin {
namespace {

constexpr int threads = 256;
constexpr int backlog = 2048;
constexpr int keep_alive_ms = 5000;

thread_local int current_socket = -1;

}  // namespace

HttpServer::HttpServer() {
  new_task_queue = [] { return new httplib::ThreadPool(threads); };
  set_keep_alive_max_count(1000000000);
  set_payload_max_length(64UL * 1024 * 1024);
  // Not SO_REUSEPORT, the library's default: a port that a stranger holds has to be an error.
  set_socket_options([this](socket_t socket) {
    const int yes = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    listener_ = socket;
  });
}

bool HttpServer::open(const std::string& host, int port) {
  if (!bind_to_port(host, port)) return false;
  // The library listens with room for five only, which a burst of clients overruns.
  return ::listen(listener_, backlog) == 0;
}

void HttpServer::serve() {
  listen_after_bind();
}

void HttpServer::close(bool cut) {
  closing_ = true;
  stop();
  if (!cut) return;
  const std::lock_guard lock(mutex_);
  for (const int socket : open_sockets_) ::shutdown(socket, SHUT_RDWR);
}

bool HttpServer::client_is_there() {
  char byte = 0;
  const ssize_t seen = ::recv(current_socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return seen > 0 || (seen < 0 && (errno == EAGAIN || errno == EINTR));
}

void HttpServer::hang_up() {
  ::shutdown(current_socket, SHUT_RDWR);
}

bool HttpServer::wait_for_request(int socket) const {
  constexpr int slice_ms = 100;
  for (int waited_ms = 0; waited_ms < keep_alive_ms && !closing_; waited_ms += slice_ms) {
    pollfd ready{socket, POLLIN, 0};
    if (::poll(&ready, 1, slice_ms) > 0) return true;
  }
  return false;
}

bool HttpServer::process_and_close_socket(socket_t socket) {
  const int yes = 1;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  {
    const std::lock_guard lock(mutex_);
    open_sockets_.insert(socket);
  }
  current_socket = socket;
  ClientStream stream(socket);
  bool closed = false;
  while (!closed && (stream.has_buffered() || wait_for_request(socket))) {
    if (!process_request(stream, closing_, closed, nullptr)) break;
  }
  current_socket = -1;
  const std::lock_guard lock(mutex_);
  open_sockets_.erase(socket);
  ::shutdown(socket, SHUT_RDWR);
  ::close(socket);
  return true;
}

}  // namespace ff::standin
