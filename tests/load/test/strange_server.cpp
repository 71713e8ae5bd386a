#include "load/test/strange_server.h"

#include <poll.h>
#include <sys/socket.h>

#include <string>
#include <string_view>

#include "standin/line_socket.h"
#include "standin/test/child.h"

namespace ff::standin::test {
namespace {

constexpr int slice_ms = 50;

bool readable(int fd) {
  pollfd ready{fd, POLLIN, 0};
  return ::poll(&ready, 1, slice_ms) > 0;
}

void say(int client, std::string_view text) {
  (void)::send(client, text.data(), text.size(), MSG_NOSIGNAL);
}

void reset(int client) {
  const linger at_once{1, 0};
  ::setsockopt(client, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

}  // namespace

StrangeServer::StrangeServer(Manner manner)
    : manner_(manner), port_(free_port()), listener_(*listen_tcp("127.0.0.1", port_)) {
  accepter_ = std::thread([this] { accept_all(); });
}

StrangeServer::~StrangeServer() {
  ended_ = true;
  accepter_.join();
  for (std::thread& client : clients_) client.join();
}

void StrangeServer::accept_all() {
  while (!ended_) {
    if (!readable(listener_.get())) continue;
    const int client = ::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC);
    clients_.emplace_back([this, client] { serve(client); });
  }
}

void StrangeServer::serve(int client) const {
  const UniqueFd owner(client);
  std::string request;
  for (int answered = 0; !ended_;) {
    if (!readable(client)) continue;
    char bytes[4096];
    const ssize_t got = ::recv(client, bytes, sizeof bytes, 0);
    if (got <= 0) return;
    request.append(bytes, static_cast<std::size_t>(got));
    // The bodies are small JSON objects: one that ends so is whole.
    if (manner_ == Manner::silent || !request.ends_with('}')) continue;
    request.clear();
    if (manner_ == Manner::maintenance) {
      say(client, "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 60\r\nContent-Length: 2\r\n\r\n{}");
    } else if (++answered == 1) {
      say(client, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
    } else {
      return reset(client);
    }
  }
}

}  // namespace ff::standin::test
