#pragma once

#include "domain/plan.h"
#include "planner/inventory.h"

namespace ff::planner {

/// What a release would take away: one step a machine for the masks of declared units, and as hazards the
/// machines that did not answer, since masks and intent lie on all. Pure. The snapshot must have been asked
/// for definitions, so that what a watchdog starts is known.
[[nodiscard]] domain::Plan make_release(const domain::Declaration& declaration,
                                        const domain::Snapshot& snapshot);

/// Masks in the folder that ff uses, of units that nobody declares: whose they are cannot be told.
[[nodiscard]] UnitsOf foreign_masks(const domain::Declaration& declaration, const domain::Snapshot& snapshot);

/// Declared units that run, watchdogs too.
[[nodiscard]] UnitsOf running_units(const domain::Declaration& declaration, const domain::Snapshot& snapshot);

}  // namespace ff::planner
