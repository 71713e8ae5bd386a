#include "adapters/ssh/reach.h"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/mman.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "base/text.h"
#include "base/waiting.h"

namespace ff::adapters::ssh {
namespace {

struct AddressesFree {
  void operator()(addrinfo* list) const { freeaddrinfo(list); }
};
using Addresses = std::unique_ptr<addrinfo, AddressesFree>;

Addresses numeric(const std::string& address, std::uint16_t port) {
  addrinfo hints = {};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
  addrinfo* list = nullptr;
  const int failed = getaddrinfo(address.c_str(), std::to_string(port).c_str(), &hints, &list);
  return Addresses(failed == 0 ? list : nullptr);
}

/// Names are looked up by a program, because a resolver that hangs cannot be told to stop.
Result<std::vector<std::string>> addresses_of(const std::string& name, const Limit& limit) {
  if (numeric(name, 0)) return std::vector<std::string>{name};
  auto asked = run_child({"getent", "ahosts", "--", name}, limit);
  if (!asked) return fail(in_context(asked.error(), "looking up " + name));
  std::vector<std::string> found;
  for (const std::string& line : lines(asked->out)) {
    std::string address = line.substr(0, line.find(' '));
    const bool known = std::find(found.begin(), found.end(), address) != found.end();
    if (!known && numeric(address, 0)) found.push_back(std::move(address));
  }
  if (found.empty()) return fail(ErrorCode::unreachable, "the name " + name + " has no address");
  return found;
}

void set(int fd, int level, int option, int value) {
  setsockopt(fd, level, option, &value, sizeof value);
}

void notice_dead_peers(int fd) {
  set(fd, IPPROTO_TCP, TCP_NODELAY, 1);
  set(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, 8000);
  set(fd, SOL_SOCKET, SO_KEEPALIVE, 1);
  set(fd, IPPROTO_TCP, TCP_KEEPIDLE, 3);
  set(fd, IPPROTO_TCP, TCP_KEEPINTVL, 2);
  set(fd, IPPROTO_TCP, TCP_KEEPCNT, 2);
}

Error why_not(int cause, const std::string& where) {
  switch (cause) {
    case ECONNREFUSED:
      return {ErrorCode::unreachable, where + " refused the connection: no sshd listens there", {}, {}, {}};
    case EHOSTUNREACH:
    case ENETUNREACH:
      return {ErrorCode::unreachable,
              "no route to " + where + ": the machine is off or its network is cut",
              {},
              {},
              {}};
    default:
      return {ErrorCode::unreachable, "cannot connect to " + where + ": " + strerror(cause), {}, {}, {}};
  }
}

Result<UniqueFd> connect_to(const std::string& address, const Route& route, Waiting& waiting) {
  const Addresses where = numeric(address, route.port);
  UniqueFd fd(::socket(where->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!fd) return fail(why_not(errno, route.peer()));
  notice_dead_peers(fd.get());
  if (::connect(fd.get(), where->ai_addr, where->ai_addrlen) == 0) return fd;
  if (errno != EINPROGRESS) return fail(why_not(errno, route.peer()));
  const auto ready = waiting.poll(fd.get(), POLLOUT, "an answer");
  if (!ready && ready.error().code == ErrorCode::timeout) {
    return fail(ErrorCode::unreachable,
                route.peer() + " did not answer in time: off, cut, or behind a firewall");
  }
  if (!ready) return fail(ready.error());
  int cause = 0;
  socklen_t size = sizeof cause;
  getsockopt(fd.get(), SOL_SOCKET, SO_ERROR, &cause, &size);
  if (cause != 0) return fail(why_not(cause, route.peer()));
  return fd;
}

Result<Reached> start_proxy(const Route& route) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return fail(why_not(errno, route.peer()));
  UniqueFd ours(ends[0]);
  const UniqueFd theirs(ends[1]);
  UniqueFd words(::memfd_create("ff-proxy-words", MFD_CLOEXEC));
  ::fcntl(ours.get(), F_SETFL, O_NONBLOCK);
  auto child = Child::start({"/bin/sh", "-c", route.proxy_command}, theirs.get(), theirs.get(), words.get());
  if (!child) return fail(child.error());
  return Reached{std::move(ours), std::move(*child), std::move(words)};
}

}  // namespace

Result<Reached> reach(const Route& route, Limit limit) {
  if (!route.proxy_command.empty()) return start_proxy(route);
  FF_TRY(addresses, addresses_of(route.hostname, limit));
  Error last;
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    // A silent address leaves time for those after it.
    const auto share = (limit.deadline - boot_now()) / static_cast<std::int64_t>(addresses.size() - i);
    Waiting waiting({boot_now() + share, limit.stop});
    auto connected = connect_to(addresses[i], route, waiting);
    if (connected) return Reached{std::move(*connected), std::nullopt, {}};
    last = std::move(connected).error();
    if (last.code == ErrorCode::cancelled) break;
  }
  return fail(std::move(last));
}

}  // namespace ff::adapters::ssh
