#include "standin/client_stream.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace ff::standin {
namespace {

constexpr int io_wait_ms = 30000;

bool wait_for(int socket, short event, int wait_ms) {
  pollfd ready{socket, event, 0};
  int seen = 0;
  do {
    seen = ::poll(&ready, 1, wait_ms);
  } while (seen < 0 && errno == EINTR);
  return seen > 0;
}

void read_address(const sockaddr_storage& address, std::string& ip, int& port) {
  if (address.ss_family != AF_INET) return;
  const auto& inet = reinterpret_cast<const sockaddr_in&>(address);
  char text[INET_ADDRSTRLEN] = "";
  ::inet_ntop(AF_INET, &inet.sin_addr, text, sizeof text);
  ip = text;
  port = ntohs(inet.sin_port);
}

}  // namespace

bool ClientStream::is_readable() const {
  return has_buffered() || wait_for(socket_, POLLIN, io_wait_ms);
}

bool ClientStream::is_writable() const {
  return wait_for(socket_, POLLOUT, io_wait_ms);
}

ssize_t ClientStream::read(char* into, size_t size) {
  if (!has_buffered()) {
    if (!is_readable()) return -1;
    const ssize_t got = ::recv(socket_, buffer_.data(), buffer_.size(), 0);
    if (got <= 0) return got;
    used_ = 0;
    filled_ = static_cast<std::size_t>(got);
  }
  const std::size_t count = std::min(size, filled_ - used_);
  std::memcpy(into, buffer_.data() + used_, count);
  used_ += count;
  return static_cast<ssize_t>(count);
}

ssize_t ClientStream::write(const char* bytes, size_t size) {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t sent = ::send(socket_, bytes + done, size - done, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return -1;
    done += static_cast<std::size_t>(sent);
  }
  return static_cast<ssize_t>(size);
}

void ClientStream::get_remote_ip_and_port(std::string& ip, int& port) const {
  sockaddr_storage address{};
  socklen_t length = sizeof address;
  if (::getpeername(socket_, reinterpret_cast<sockaddr*>(&address), &length) == 0)
    read_address(address, ip, port);
}

void ClientStream::get_local_ip_and_port(std::string& ip, int& port) const {
  sockaddr_storage address{};
  socklen_t length = sizeof address;
  if (::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &length) == 0)
    read_address(address, ip, port);
}

}  // namespace ff::standin
