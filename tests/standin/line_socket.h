#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/unique_fd.h"

namespace ff::standin {

/// A connected stream socket that speaks lines. Owns the socket; for one thread.
class LineSocket {
 public:
  LineSocket() = default;
  explicit LineSocket(UniqueFd fd) : fd_(std::move(fd)) {}

  [[nodiscard]] int fd() const { return fd_.get(); }
  [[nodiscard]] explicit operator bool() const { return static_cast<bool>(fd_); }
  /// False when the peer is gone.
  [[nodiscard]] bool send_line(std::string_view line);
  /// One line without its end. `timeout` when none came in time, `link_lost` when the peer is gone.
  [[nodiscard]] Result<std::string> read_line(std::chrono::milliseconds wait_max);
  /// Gives the socket away, open.
  [[nodiscard]] UniqueFd release() { return std::move(fd_); }

 private:
  std::optional<std::string> take_line();

  UniqueFd fd_;
  std::string buffer_;
};

/// Connects to a Unix socket.
[[nodiscard]] Result<UniqueFd> connect_unix(const std::string& path);
/// Listens at a Unix socket; a stale one of the same name is replaced.
[[nodiscard]] Result<UniqueFd> listen_unix(const std::string& path);
/// Connects to HOST:PORT, an IPv4 address or a name.
[[nodiscard]] Result<UniqueFd> connect_tcp(const std::string& host, int port);
/// Listens at HOST:PORT.
[[nodiscard]] Result<UniqueFd> listen_tcp(const std::string& host, int port);

}  // namespace ff::standin
