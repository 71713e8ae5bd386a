#pragma once

#include <functional>
#include <memory>

#include "adapters/sim/seat.h"
#include "domain/plan.h"

namespace ff::simulation {

/// A bug that is planted between the parts of the product, where the test program has its hands: between the
/// planner and the engine, and between the engine and the ports. Empty members plant nothing.
struct Plant {
  std::function<void(domain::Plan&)> plan = {};
  std::function<std::unique_ptr<ports::Gate>(adapters::sim::Seat&)> gate = {};
};

}  // namespace ff::simulation
