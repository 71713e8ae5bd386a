#pragma once

#include <memory>

#include "adapters/sim/process.h"
#include "adapters/sim/timeline.h"

namespace ff::adapters::sim {

/// What a watchdog of the old days may do: see whether a port of its own machine answers, and restart a unit.
struct WatchdogMeans {
  std::function<bool(std::uint16_t)> answers;
  std::function<void(const UnitName&)> restart;
};

/// The process of an everyday start command: `sleep N`, `sh -c "exit N"`, and
/// `curl ... http://HOST:PORT/... || systemctl restart UNIT`, perhaps after a `sleep N`. Anything else runs
/// until it is stopped.
[[nodiscard]] std::unique_ptr<Process> everyday_process(Timeline& timeline, Start start, WatchdogMeans means);

}  // namespace ff::adapters::sim
