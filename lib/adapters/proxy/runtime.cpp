#include "adapters/proxy/runtime.h"

#include <sys/socket.h>

#include <array>
#include <cerrno>

#include "base/waiting.h"

namespace ff::adapters::proxy {

namespace {

/// Far over what an answer to commands is; only something else on the socket says more.
constexpr std::size_t answer_max = 1 << 16;

std::unexpected<Error> lost(const std::string& socket) {
  return fail(ErrorCode::link_lost, socket + ": the runtime socket broke off");
}

Status send_all(int stream, std::string_view text, const std::string& socket, Waiting& waiting) {
  while (!text.empty()) {
    const ssize_t sent = ::send(stream, text.data(), text.size(), MSG_NOSIGNAL);
    if (sent >= 0) {
      text.remove_prefix(static_cast<std::size_t>(sent));
    } else if (errno == EAGAIN) {
      FF_TRY(ready, waiting.poll(stream, POLLOUT, "room on the runtime socket"));
    } else if (errno != EINTR) {
      return lost(socket);
    }
  }
  return Done{};
}

/// HAProxy closes behind the answer to a line.
Result<std::string> receive_all(int stream, const std::string& socket, Waiting& waiting) {
  std::string answer;
  std::array<char, 4096> piece;
  for (;;) {
    const ssize_t got = ::recv(stream, piece.data(), piece.size(), 0);
    if (got == 0) return answer;
    if (got > 0) {
      answer.append(piece.data(), static_cast<std::size_t>(got));
      if (answer.size() > answer_max) return fail(ErrorCode::failed, socket + ": not HAProxy's");
    } else if (errno == EAGAIN) {
      FF_TRY(ready, waiting.poll(stream, POLLIN, "the runtime socket's answer"));
    } else if (errno != EINTR) {
      return lost(socket);
    }
  }
}

}  // namespace

Result<std::string> tell(ports::Dialer& dialer, const std::string& socket, const std::string& line,
                         const Limit& limit) {
  FF_TRY(stream, dialer.open(ports::UnixSocket{socket}, limit));
  Waiting waiting(limit);
  FF_TRY(sent, send_all(stream.get(), line + "\n", socket, waiting));
  return receive_all(stream.get(), socket, waiting);
}

}  // namespace ff::adapters::proxy
