#include "standin/line_socket.h"

#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>
#include <memory>

namespace ff::standin {
namespace {

std::unexpected<Error> failed(const std::string& what) {
  return fail(ErrorCode::failed, what + ": " + std::strerror(errno));
}

Result<sockaddr_un> unix_address(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path)
    return fail(ErrorCode::bad_input, "socket path too long: " + path);
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  return address;
}

Result<sockaddr_in> tcp_address(const std::string& host, int port) {
  addrinfo hints{};
  hints.ai_family = AF_INET;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int problem = getaddrinfo(host.c_str(), nullptr, &hints, &found); problem != 0)
    return fail(ErrorCode::not_found, host + ": " + gai_strerror(problem));
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owner(found, freeaddrinfo);
  sockaddr_in address{};
  std::memcpy(&address, found->ai_addr, sizeof address);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  return address;
}

template <class Address>
Result<UniqueFd> connected(const Address& address, const std::string& name) {
  UniqueFd fd(::socket(reinterpret_cast<const sockaddr&>(address).sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!fd || ::connect(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    return failed("connect " + name);
  return fd;
}

template <class Address>
Result<UniqueFd> listening(const Address& address, const std::string& name) {
  UniqueFd fd(::socket(reinterpret_cast<const sockaddr&>(address).sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const int yes = 1;
  ::setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (!fd || ::bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      ::listen(fd.get(), 64) != 0)
    return failed("listen " + name);
  return fd;
}

}  // namespace

bool LineSocket::send_line(std::string_view line) {
  const std::string whole = std::string(line) + "\n";
  std::string_view rest = whole;
  while (!rest.empty()) {
    const ssize_t sent = ::send(fd_.get(), rest.data(), rest.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    rest.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

std::optional<std::string> LineSocket::take_line() {
  const auto end = buffer_.find('\n');
  if (end == std::string::npos) return std::nullopt;
  std::string line = buffer_.substr(0, end);
  buffer_.erase(0, end + 1);
  return line;
}

Result<std::string> LineSocket::read_line(std::chrono::milliseconds wait_max) {
  while (true) {
    if (auto line = take_line()) return *line;
    pollfd ready{fd_.get(), POLLIN, 0};
    const int seen = ::poll(&ready, 1, static_cast<int>(wait_max.count()));
    if (seen < 0 && errno == EINTR) continue;
    if (seen <= 0) return fail(ErrorCode::timeout, "no line came");
    char bytes[512];
    const ssize_t got = ::recv(fd_.get(), bytes, sizeof bytes, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return fail(ErrorCode::link_lost, "the peer is gone");
    buffer_.append(bytes, static_cast<std::size_t>(got));
  }
}

Result<UniqueFd> connect_unix(const std::string& path) {
  FF_TRY(address, unix_address(path));
  return connected(address, path);
}

Result<UniqueFd> listen_unix(const std::string& path) {
  FF_TRY(address, unix_address(path));
  ::unlink(path.c_str());
  return listening(address, path);
}

Result<UniqueFd> connect_tcp(const std::string& host, int port) {
  FF_TRY(address, tcp_address(host, port));
  return connected(address, host + ":" + std::to_string(port));
}

Result<UniqueFd> listen_tcp(const std::string& host, int port) {
  FF_TRY(address, tcp_address(host, port));
  return listening(address, host + ":" + std::to_string(port));
}

}  // namespace ff::standin
