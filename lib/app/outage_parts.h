#pragma once

#include <optional>
#include <vector>

#include "domain/outcome.h"
#include "domain/plan.h"
#include "engine/run.h"

namespace ff::app {

/// What the plan's outage was spent on, from the flip to maintenance to the first flip to an instance, with
/// what was predicted beside it. Parts that took no time are left out; nothing when the plan has no outage.
/// Pure.
[[nodiscard]] std::vector<domain::OutagePart> outage_parts(const domain::Plan& plan,
                                                           const std::vector<engine::StageTime>& times);

/// The same for the next plan's prediction; nothing when the plan has no outage, began where nothing served,
/// or did not come to the flip that ended it. Pure.
[[nodiscard]] std::optional<domain::OutageTimes> outage_times(const domain::Plan& plan,
                                                              const std::vector<engine::StageTime>& times);

}  // namespace ff::app
