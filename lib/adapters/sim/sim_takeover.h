#pragma once

#include "adapters/sim/link.h"
#include "ports/takeover.h"

namespace ff::adapters::sim {

/// Takes locks from another seat, or from a holder that is only words. Calls: "takeover" and "fence".
class SimTakeover : public ports::Takeover {
 public:
  /// The world outlives this.
  explicit SimTakeover(World& world) : world_(world) {}

  Status ask(const MachineName& machine, const RunId& run, const ports::StopWish& wish, Limit limit) override;
  Status fence(const MachineName& machine, const RunId& run, Limit limit) override;

 private:
  World& world_;
  Self self_;
};

}  // namespace ff::adapters::sim
