#pragma once

#include <vector>

#include "domain/checkup.h"
#include "domain/profile.h"

namespace ff::planner {

/// Holds what was seen against what ff needs, machine by machine in the cluster file's order, then what
/// concerns them together. What could not be seen is told as such, never guessed. Pure.
[[nodiscard]] std::vector<domain::Check> checkup(const domain::Declaration& declaration,
                                                 const domain::Examination& examination);

}  // namespace ff::planner
