#pragma once

#include <vector>

#include "domain/plan.h"

namespace ff::planner {

/// What stands against a plan that would leave clients without a model: all of it drained, which no switch
/// may bring about by itself, and, with `spares_clients`, any outage that begins with the plan. Pure.
[[nodiscard]] std::vector<domain::Hazard> outage_hazards(const domain::Plan& plan, bool spares_clients);

}  // namespace ff::planner
