#pragma once

#include <vector>

#include "adapters/sim/world.h"
#include "domain/profile.h"
#include "domain/snapshot.h"
#include "ports/imagined.h"

namespace ff::adapters::sim {

/// Puts a fresh world of the declaration's cluster into the state that was seen: an ff that looks at it sees
/// the same again. A machine that is not known is cut off. Not in it are: who holds a lock, units that have
/// nothing to do with those of the profiles, how often a timer elapses, what a mask hides, and for how long a
/// unit that loads has been at it: it loads anew. Requests under way take 10 s more.
void recreate(const domain::Declaration& declaration, const domain::Snapshot& snapshot,
              const std::vector<ports::Pace>& paces, World& world);

}  // namespace ff::adapters::sim
