#pragma once

#include "ports/lock.h"

namespace ff::ports {

/// Ends another run's hold of a lock, without holding one. Safe to call from several threads.
class Takeover {
 public:
  virtual ~Takeover() = default;
  /// Asks the run to end at its next step; it learns of it with its next heartbeat. `not_found` when that run
  /// does not hold the machine's lock (any more).
  virtual Status ask(const MachineName& machine, const RunId& run, const StopWish& wish, Limit limit) = 0;
  /// Kills the session through which the run acts on the machine, and what then still keeps the lock: nothing
  /// that it sent can act any more. Returns once the run no longer holds the lock, also when it never did.
  virtual Status fence(const MachineName& machine, const RunId& run, Limit limit) = 0;
};

}  // namespace ff::ports
