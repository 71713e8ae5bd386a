#pragma once

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <ctime>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/unique_fd.h"
#include "ports/clock.h"
#include "ports/dialer.h"

namespace ff::tests {

/// The machine's own clock.
class SystemClock : public ports::Clock {
 public:
  MonoTime now() override {
    timespec time = {};
    clock_gettime(CLOCK_BOOTTIME, &time);
    return MonoTime(std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec));
  }
  WallTime wall() override {
    return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
  }
  Status sleep_until(Limit limit) override {
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    wake.wait_for(lock, limit.stop, limit.deadline - now(), [] { return false; });
    if (limit.stop.stop_requested()) return fail(ErrorCode::cancelled, "woken");
    return Done{};
  }
};

/// Dials this machine's loopback over TCP, and its sockets by path.
class LoopbackDialer : public ports::Dialer {
 public:
  Result<UniqueFd> open(const ports::Target& target, Limit) override {
    if (const auto* local = std::get_if<ports::UnixSocket>(&target)) {
      sockaddr_un to = {};
      to.sun_family = AF_UNIX;
      local->path.copy(to.sun_path, sizeof to.sun_path - 1);
      return connected(AF_UNIX, to);
    }
    const auto& tcp = std::get<ports::Tcp>(target);
    sockaddr_in to = {};
    to.sin_family = AF_INET;
    to.sin_port = htons(tcp.port);
    inet_pton(AF_INET, tcp.address.c_str(), &to.sin_addr);
    return connected(AF_INET, to);
  }

 private:
  template <class Address>
  static Result<UniqueFd> connected(int family, const Address& to) {
    UniqueFd fd(::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (::connect(fd.get(), reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0)
      return fail(ErrorCode::refused, std::string("connect: ") + std::strerror(errno));
    ::fcntl(fd.get(), F_SETFL, O_NONBLOCK);
    return fd;
  }
};

/// Reads one request's head (and nothing after it, unless it came along) from a connection.
inline std::string read_head(int fd) {
  std::string head;
  char piece[4096];
  while (head.find("\r\n\r\n") == std::string::npos) {
    const ssize_t got = ::read(fd, piece, sizeof piece);
    if (got <= 0) break;
    head.append(piece, static_cast<std::size_t>(got));
  }
  return head;
}

inline void write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t wrote = ::send(fd, text.data(), text.size(), MSG_NOSIGNAL);
    if (wrote <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(wrote));
  }
}

/// "HTTP/1.1 200 OK" with a length and a body.
inline std::string answer(int status, const std::string& body, const std::string& headers = "") {
  return "HTTP/1.1 " + std::to_string(status) + " X\r\nContent-Length: " + std::to_string(body.size()) +
         "\r\n" + headers + "\r\n" + body;
}

/// A text that the test changes while a server's threads read it.
class Page {
 public:
  Page(std::string text) : text_(std::move(text)) {}
  Page& operator=(std::string text) {
    const std::scoped_lock lock(mutex_);
    text_ = std::move(text);
    return *this;
  }
  void append(const std::string& text) {
    const std::scoped_lock lock(mutex_);
    text_ += text;
  }
  [[nodiscard]] std::string get() const {
    const std::scoped_lock lock(mutex_);
    return text_;
  }

 private:
  mutable std::mutex mutex_;
  std::string text_;
};

/// Waits until the peer has closed, at most 10 s.
inline bool peer_closed(int fd) {
  char byte = 0;
  pollfd waiting = {fd, POLLIN, 0};
  return ::poll(&waiting, 1, 10'000) == 1 && ::recv(fd, &byte, 1, 0) <= 0;
}

/// A TCP server on a loopback port of its own: each connection gets a thread that runs `serve`.
class TinyServer {
 public:
  using Serve = std::function<void(int fd)>;

  explicit TinyServer(Serve serve) : serve_(std::move(serve)) {
    listener_.reset(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in at = {};
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof at;
    ::bind(listener_.get(), reinterpret_cast<sockaddr*>(&at), size);
    ::listen(listener_.get(), 64);
    ::getsockname(listener_.get(), reinterpret_cast<sockaddr*>(&at), &size);
    port_ = ntohs(at.sin_port);
    accepting_ = std::thread([this] { accept_all(); });
  }
  ~TinyServer() {
    ::shutdown(listener_.get(), SHUT_RDWR);
    accepting_.join();
    for (const UniqueFd& open : open_) ::shutdown(open.get(), SHUT_RDWR);
    for (std::thread& thread : serving_) thread.join();
  }
  TinyServer(const TinyServer&) = delete;
  TinyServer& operator=(const TinyServer&) = delete;

  [[nodiscard]] domain::Endpoint endpoint() const { return {"127.0.0.1", port_}; }
  [[nodiscard]] std::uint16_t port() const { return port_; }
  [[nodiscard]] int connections() const { return connections_; }

 private:
  void accept_all() {
    for (;;) {
      UniqueFd fd(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
      if (!fd) return;
      ++connections_;
      const int raw = fd.get();
      open_.push_back(std::move(fd));
      serving_.emplace_back([this, raw] {
        serve_(raw);
        ::shutdown(raw, SHUT_RDWR);
      });
    }
  }

  Serve serve_;
  UniqueFd listener_;
  std::uint16_t port_ = 0;
  std::atomic<int> connections_ = 0;
  std::vector<UniqueFd> open_;
  std::vector<std::thread> serving_;
  std::thread accepting_;
};

/// A loopback port that nothing listens on.
inline std::uint16_t free_port() {
  UniqueFd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in at = {};
  at.sin_family = AF_INET;
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof at;
  ::bind(fd.get(), reinterpret_cast<sockaddr*>(&at), size);
  ::getsockname(fd.get(), reinterpret_cast<sockaddr*>(&at), &size);
  return ntohs(at.sin_port);
}

}  // namespace ff::tests
