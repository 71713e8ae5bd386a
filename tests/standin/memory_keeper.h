#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace ff::standin {

/// `memory-keeper`: owns a box's memory figures until SIGTERM.
///
/// Engines connect to the socket and speak lines: `ask`, or `hold KB` (all that this engine holds from now
/// on); both are answered with `free KB total KB`. When a connection closes, what it held comes back
/// memory_return_s later. Every change is written over the meminfo file in place. Tells systemd READY=1 when
/// it listens. Returns the exit code: 0 after SIGTERM, 2 for wrong arguments, 1 when it could not start.
[[nodiscard]] int run_memory_keeper(const std::vector<std::string>& arguments);

}  // namespace ff::standin
