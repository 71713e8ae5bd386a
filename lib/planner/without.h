#pragma once

#include "base/error.h"
#include "domain/profile.h"
#include "domain/snapshot.h"

/// What can still be had while machines are silent or absent.
namespace ff::planner {

/// Whether the absent machines and drained boxes leave an instance of the target; `nullptr` needs none.
[[nodiscard]] bool something_left(const domain::Declaration& declaration, const domain::Profile* target);
/// The same if every drained box were taken back.
[[nodiscard]] bool something_but_for_drained(domain::Declaration declaration, const domain::Profile* target);

/// The declaration with the machines that did not answer absent too.
[[nodiscard]] domain::Declaration without_silent(domain::Declaration declaration,
                                                 const domain::Snapshot& snapshot);

/// The switch that does without the absent machines: to the target where something of it is left, else to the
/// first profile of which something is. `none` when there is no such profile or the route host is absent.
[[nodiscard]] Advice way_without(const domain::Declaration& declaration, const domain::Profile* target);

}  // namespace ff::planner
