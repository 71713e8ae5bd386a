#pragma once

#include <string>

#include "domain/plan.h"
#include "domain/snapshot.h"

/// An operator's own 503, apart from any switch: one flip and nothing else.
namespace ff::planner {

/// The flip to maintenance with the operator's words. One that is on already keeps the time when it began; no
/// stages when it says the same already. Of the machines only the route host has to answer. Pure.
[[nodiscard]] domain::Plan make_maintenance(const domain::Declaration& declaration,
                                            const domain::Snapshot& snapshot, const std::string& message,
                                            domain::Notice notice);

/// The flip to what is healthy of the profile that is in place, or to ff's own 503 where nothing is. No
/// stages when no operator's maintenance is on. Pure.
[[nodiscard]] domain::Plan make_end_of_maintenance(const domain::Declaration& declaration,
                                                   const domain::Snapshot& snapshot);

}  // namespace ff::planner
