#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "base/unique_fd.h"

namespace ff::ports {

/// What a channel can lead to on a machine.
struct UnixSocket {
  std::string path;
};
/// A shell command line; its stdin and stdout are the two directions of the descriptor. Its stderr is kept by
/// the dialer and told in errors. The end of its output is the end of file.
struct Command {
  std::string line;
};
struct Tcp {
  std::string address;  ///< IP, as the machine sees it
  std::uint16_t port = 0;
};
using Target = std::variant<UnixSocket, Command, Tcp>;

/// Opens byte streams from a named machine. Safe to call from several threads.
class Dialer {
 public:
  virtual ~Dialer() = default;
  /// A connected, non-blocking stream socket; the caller owns it. Shutting down its write side ends the far
  /// side's input. Fails with unreachable or not_trusted (no session), refused (the far side would not open
  /// it), timeout, cancelled, link_lost.
  virtual Result<UniqueFd> open(const Target& target, Limit limit) = 0;
  /// The last lines that the last command which exited other than 0 wrote to stderr, after one that names it
  /// and its exit status; complete once its descriptor is at end of file. Empty when none did, or none is
  /// known.
  [[nodiscard]] virtual std::vector<std::string> last_words() { return {}; }
};

}  // namespace ff::ports
