#pragma once

#include <vector>

#include "domain/hazard.h"
#include "domain/snapshot.h"
#include "ports/world.h"

namespace ff::app {

/// Whether the last run never came to its end: some machine's intent says switching.
[[nodiscard]] bool was_cut(const domain::Snapshot& snapshot);

/// Whether all of these may come from managers that did not reload: a run that was cut between removing a
/// mask's link and the reload after it leaves a unit that reads masked without a link, or not found.
[[nodiscard]] bool may_be_stale(const std::vector<domain::Hazard>& hazards);

/// Makes every service manager read all unit files again. The first failure is the value.
[[nodiscard]] Status reload_managers(ports::World& world, const Limit& limit);

}  // namespace ff::app
