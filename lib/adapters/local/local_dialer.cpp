#include "adapters/local/local_dialer.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "adapters/local/commands.h"
#include "base/waiting.h"

namespace ff::adapters::local {
namespace {

/// An address of any family, as connect() takes it.
struct Address {
  sockaddr_storage storage = {};
  socklen_t size = 0;
};

Result<Address> address_of(const ports::UnixSocket& target) {
  Address address;
  auto& local = reinterpret_cast<sockaddr_un&>(address.storage);
  if (target.path.size() >= sizeof local.sun_path) {
    return fail(ErrorCode::refused, "the path of the socket is too long: " + target.path);
  }
  local.sun_family = AF_UNIX;
  std::memcpy(local.sun_path, target.path.c_str(), target.path.size() + 1);
  address.size = sizeof(sockaddr_un);
  return address;
}

Result<Address> address_of(const ports::Tcp& target) {
  Address address;
  auto& four = reinterpret_cast<sockaddr_in&>(address.storage);
  auto& six = reinterpret_cast<sockaddr_in6&>(address.storage);
  if (::inet_pton(AF_INET, target.address.c_str(), &four.sin_addr) == 1) {
    four.sin_family = AF_INET;
    four.sin_port = htons(target.port);
    address.size = sizeof(sockaddr_in);
    return address;
  }
  if (::inet_pton(AF_INET6, target.address.c_str(), &six.sin6_addr) == 1) {
    six.sin6_family = AF_INET6;
    six.sin6_port = htons(target.port);
    address.size = sizeof(sockaddr_in6);
    return address;
  }
  return fail(ErrorCode::refused, target.address + " is no IP address");
}

std::string text(const ports::UnixSocket& target) {
  return target.path;
}
std::string text(const ports::Tcp& target) {
  return target.address + ":" + std::to_string(target.port);
}

std::unexpected<Error> refused(const std::string& target, int cause) {
  return fail(ErrorCode::refused, target + ": " + strerror(cause));
}

/// A local socket whose queue is full says so instead of waiting.
Result<int> connect_once(int fd, const Address& address, const Limit& limit) {
  while (::connect(fd, reinterpret_cast<const sockaddr*>(&address.storage), address.size) != 0) {
    if (errno != EAGAIN) return errno;
    const Limit pause{std::min(limit.deadline, boot_now() + std::chrono::milliseconds(10)), limit.stop};
    auto paused = Waiting(pause).poll({}, "room in the queue");
    const bool over = !paused && (paused.error().code != ErrorCode::timeout || boot_now() >= limit.deadline);
    if (over) return fail(paused.error());
  }
  return 0;
}

template <class Target>
Result<UniqueFd> connected(const Target& target, const Limit& limit) {
  FF_TRY(address, address_of(target));
  UniqueFd fd(::socket(address.storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!fd) return refused(text(target), errno);
  const int on = 1;
  if (std::is_same_v<Target, ports::Tcp>) ::setsockopt(fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  Waiting waiting(limit);
  FF_TRY(cause, connect_once(fd.get(), address, limit));
  if (cause == 0) return fd;
  if (cause != EINPROGRESS) return refused(text(target), cause);
  FF_TRY(ready, waiting.poll(fd.get(), POLLOUT, ("the connection to " + text(target)).c_str()));
  int error = 0;
  socklen_t size = sizeof error;
  ::getsockopt(fd.get(), SOL_SOCKET, SO_ERROR, &error, &size);
  if (error != 0) return refused(text(target), error);
  return fd;
}

}  // namespace

LocalDialer::LocalDialer(MachineName machine)
    : machine_(std::move(machine)), commands_(std::make_unique<Commands>()) {}

LocalDialer::~LocalDialer() = default;

Result<UniqueFd> LocalDialer::open(const ports::Target& target, Limit limit) {
  if (limit.stop.stop_requested())
    return fail(ErrorCode::cancelled, "stopped before dialling", {machine_, {}});
  Result<UniqueFd> opened;
  if (const auto* command = std::get_if<ports::Command>(&target)) {
    opened = commands_->start(command->line);
  } else if (const auto* local = std::get_if<ports::UnixSocket>(&target)) {
    opened = connected(*local, limit);
  } else {
    opened = connected(std::get<ports::Tcp>(target), limit);
  }
  if (!opened) return fail(at(std::move(opened).error(), machine_));
  return opened;
}

std::vector<std::string> LocalDialer::last_words() {
  return commands_->last_words();
}

}  // namespace ff::adapters::local
