#pragma once

#include <string>

#include "base/time.h"

namespace ff::adapters::lease {

/// What a holder is started with.
struct HolderSettings {
  std::string token;                                 ///< hex; its first line of output carries it
  int owner_pid = 0;                                 ///< of ff, on ff's own machine; 0 behind an SSH server
  Milliseconds patience = std::chrono::seconds(15);  ///< so long without a line is the end
  std::string folder = "/run/ff";                    ///< where the lock is
};

/// The command line that starts a holder through any POSIX login shell. PROTOCOL.md beside this file says
/// what it then reads and writes.
[[nodiscard]] std::string holder_command(const HolderSettings& settings);
/// The script alone, for the checks of its syntax.
[[nodiscard]] std::string holder_script();

}  // namespace ff::adapters::lease
