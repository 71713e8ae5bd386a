#pragma once

#include <set>
#include <utility>
#include <vector>

#include "domain/plan.h"
#include "domain/snapshot.h"

namespace ff::app {

/// Instances of the plan's target that these failed steps take with them: those that span the box where one
/// failed, but for what is healthy now, which a failed note or a second start never takes away. Empty for
/// failures on a machine without any, such as a flip.
[[nodiscard]] std::set<std::pair<ProfileName, InstanceName>> taken_along(
    const domain::Plan& plan, const std::vector<domain::Step>& failed, const domain::Snapshot& now);

/// Whether the plan would take an instance from clients that get to it now.
[[nodiscard]] bool takes_from_clients(const domain::Plan& plan, const domain::Snapshot& now);

/// How many healthy instances clients get to, of the profile of which there are most.
[[nodiscard]] int most_serving(const domain::Declaration& declaration, const domain::Snapshot& now);

/// Machines that are not absent and did not answer.
[[nodiscard]] std::set<MachineName> silent_machines(const domain::Declaration& declaration,
                                                    const domain::Snapshot& now);

}  // namespace ff::app
