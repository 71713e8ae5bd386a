#pragma once

#include <vector>

#include "domain/plan.h"
#include "domain/snapshot.h"

namespace ff::planner {

/// Where an unfinished run may end: on to what it was for, or back to what was before, as far as they are
/// declared. What it gave up is left out, and `off` too where there is anything else, since it serves nobody.
[[nodiscard]] std::vector<ProfileName> ends_of(const domain::Declaration& declaration,
                                               const domain::Intent& intent);

/// Of those the nearest that serves: one that no hazard refuses, given what the operator accepts; then one
/// without an outage, then the one that serves soonest, then the one with fewer starts and fewer steps. Back,
/// where both are as near; on, where both are refused. Empty when there is no end. Pure.
[[nodiscard]] ProfileName nearest_end(const domain::Declaration& declaration, const domain::Intent& intent,
                                      const domain::Snapshot& snapshot,
                                      const std::vector<HazardId>& accepted);

}  // namespace ff::planner
