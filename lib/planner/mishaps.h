#pragma once

#include <vector>

#include "domain/mishap.h"
#include "domain/plan.h"
#include "domain/profile.h"

namespace ff::planner {

/// Every single thing that could go wrong at every stage of the plan, as far as it applies there: by kind,
/// then by machine in the cluster's order, then by stage.
[[nodiscard]] std::vector<domain::Mishap> mishaps_of(const domain::Declaration& declaration,
                                                     const domain::Plan& plan);

}  // namespace ff::planner
