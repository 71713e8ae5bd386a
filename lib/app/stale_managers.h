#pragma once

#include <vector>

#include "domain/hazard.h"
#include "domain/snapshot.h"
#include "ports/world.h"

namespace ff::app {

/// Whether a run never came to its end on some machine, be it the last one or one before: a manager there may
/// not have read what that run changed. See unfinished() for whether the last run has ended.
[[nodiscard]] bool may_have_stale_managers(const domain::Snapshot& snapshot);

/// Whether all of these may come from managers that did not reload: a run that was cut between removing a
/// mask's link and the reload after it leaves a unit that reads masked without a link, or not found.
[[nodiscard]] bool may_be_stale(const std::vector<domain::Hazard>& hazards);

/// Makes every service manager read all unit files again. The first failure is the value.
[[nodiscard]] Status reload_managers(ports::World& world, const Limit& limit);

/// How long a manager may take for it: with many units it is silent for seconds.
inline constexpr Milliseconds reload_deadline{30'000};

}  // namespace ff::app
