#pragma once

#include <vector>

#include "domain/plan.h"
#include "domain/profile.h"
#include "domain/snapshot.h"
#include "planner/hazard_list.h"

namespace ff::planner {

/// What the steps would write, and the notes of the run itself, on a machine whose disk takes no writes or
/// has no room for them. Without a step to carry out and without `notes` nothing is written, and nothing is
/// told. Of a folder whose room was not told nothing is said.
void add_disks(HazardList& list, const domain::Declaration& declaration, const domain::Snapshot& snapshot,
               const std::vector<domain::Stage>& stages, bool notes);

}  // namespace ff::planner
