#pragma once

#include <vector>

#include "domain/profile.h"
#include "domain/snapshot.h"
#include "ports/world.h"

namespace ff::observe {

/// How much is asked.
enum class Depth {
  quick,  ///< states, memory, files, route: what `ff status` shows
  whole,  ///< the relations of all unit files too: what a plan needs
};

/// Looks at every machine that is not absent and at the route, all at once, and runs the `beside` lanes with
/// them; their work must not fail. Machines that cannot be asked are views with a fault. Health is left to
/// the caller's lanes.
[[nodiscard]] domain::Snapshot survey(const domain::Declaration& declaration, const ports::Readers& readers,
                                      Depth depth, std::vector<ports::Lane> beside, const Limit& limit);

}  // namespace ff::observe
