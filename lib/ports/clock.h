#pragma once

#include "base/result.h"
#include "base/time.h"

namespace ff::ports {

/// Time, and the only sleep there is.
class Clock {
 public:
  virtual ~Clock() = default;
  /// CLOCK_BOOTTIME, or the simulation's.
  virtual MonoTime now() = 0;
  /// Time of day, for people and records.
  virtual WallTime wall() = 0;
  /// Returns when the deadline is reached; `cancelled` at once when a stop is asked for.
  virtual Status sleep_until(Limit limit) = 0;
};

/// The limit that ends `duration` from now.
[[nodiscard]] inline Limit within(Clock& clock, Milliseconds duration, std::stop_token stop = {}) {
  return Limit{clock.now() + duration, std::move(stop)};
}

}  // namespace ff::ports
