#pragma once

#include <vector>

#include "domain/plan.h"
#include "planner/walk.h"

namespace ff::planner {

/// Machines that did not answer or may not be acted on, absent ones without which nothing of the target is
/// left, and intents that contradict each other.
[[nodiscard]] std::vector<domain::Hazard> machine_hazards(const domain::Declaration& declaration,
                                                          const domain::Profile* target,
                                                          const domain::Snapshot& snapshot);
/// Everything else that would break a plan of these stages.
[[nodiscard]] std::vector<domain::Hazard> plan_hazards(const Terms& terms,
                                                       const std::vector<domain::Stage>& stages);

}  // namespace ff::planner
