#include "relay.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <array>

namespace ff::tests {
namespace {

sockaddr_in address_of(const std::string& address, std::uint16_t port) {
  sockaddr_in to = {};
  to.sin_family = AF_INET;
  to.sin_port = htons(port);
  inet_pton(AF_INET, address.c_str(), &to.sin_addr);
  return to;
}

}  // namespace

Relay::Relay(std::string address)
    : address_(std::move(address)),
      listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)),
      wake_(::eventfd(0, EFD_CLOEXEC)) {
  sockaddr_in own = address_of("127.0.0.1", 0);
  socklen_t length = sizeof own;
  ::bind(listener_.get(), reinterpret_cast<const sockaddr*>(&own), length);
  ::listen(listener_.get(), 16);
  ::getsockname(listener_.get(), reinterpret_cast<sockaddr*>(&own), &length);
  port_ = ntohs(own.sin_port);
  thread_ = std::thread([this] { run(); });
}

void Relay::freeze() {
  frozen_ = true;
  ::eventfd_write(wake_.get(), 1);
}

Relay::~Relay() {
  ending_ = true;
  ::eventfd_write(wake_.get(), 1);
  thread_.join();
}

void Relay::accept_one() {
  UniqueFd client(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
  UniqueFd target(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const sockaddr_in to = address_of(address_, 22);
  if (::connect(target.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0) return;
  const int on = 1;
  ::setsockopt(client.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  ::setsockopt(target.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  pairs_.push_back({std::move(client), std::move(target)});
}

/// The amounts are small: a send that would have to wait for room does not happen.
void Relay::move(const UniqueFd& from, const UniqueFd& to, UniqueFd& closed_at_end) {
  std::array<char, 65536> bytes;
  const ssize_t count = ::recv(from.get(), bytes.data(), bytes.size(), 0);
  if (count > 0) ::send(to.get(), bytes.data(), static_cast<std::size_t>(count), MSG_NOSIGNAL);
  if (count <= 0) closed_at_end.reset();
}

void Relay::run() {
  for (;;) {
    std::vector<pollfd> all = {{wake_.get(), POLLIN, 0}, {listener_.get(), POLLIN, 0}};
    for (const Pair& pair : pairs_) {
      all.push_back({frozen_ ? -1 : pair.client.get(), POLLIN, 0});
      all.push_back({pair.target.get(), POLLIN, 0});
    }
    ::poll(all.data(), all.size(), -1);
    eventfd_t count = 0;
    if (all[0].revents != 0) ::eventfd_read(wake_.get(), &count);
    if (ending_) return;
    for (std::size_t i = 0; i < pairs_.size() && 3 + 2 * i < all.size(); ++i) {
      Pair& pair = pairs_[i];
      // A client that goes away leaves its connection to the target as it is.
      if (all[2 + 2 * i].revents != 0) move(pair.client, pair.target, pair.client);
      if (all[3 + 2 * i].revents != 0) {
        move(pair.target, pair.client, pair.target);
        if (!pair.target) pair.client.reset();
      }
    }
    if (all[1].revents != 0) accept_one();
  }
}

}  // namespace ff::tests
