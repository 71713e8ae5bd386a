#pragma once

#include "domain/plan.h"

namespace ff::planner {

/// The built-in profile without instances: the proxy says maintenance and nothing of any profile may start.
inline constexpr const char* off = "off";

/// What would have to be done so that `target` serves, from what the snapshot shows. Pure: same input, same
/// plan. No stages when everything is as declared, and none when a machine that is needed did not answer or
/// when the absent ones leave nothing of the target, which is a hazard then. `target` must be a declared
/// profile or `off`.
[[nodiscard]] domain::Plan make_plan(const domain::Declaration& declaration, const ProfileName& target,
                                     const domain::Snapshot& snapshot);

}  // namespace ff::planner
