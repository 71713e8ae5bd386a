#pragma once

#include "play.hpp"
#include "scenario.hpp"

namespace ff::simulation {

/// The smallest scenario that still breaks the same invariant: troubles, disorders, boxes and whatever else
/// can go are left out one at a time, until nothing more can.
[[nodiscard]] Scenario shrunk(Scenario scenario, const Report& report, const Plant& plant);

}  // namespace ff::simulation
