#pragma once

#include <set>
#include <string>

#include "domain/snapshot.h"

namespace ff::adapters::sim {

/// Units of a machine that matter to a plan: those that were asked for, and whatever else would start, stop
/// or need one of them. No targets.
[[nodiscard]] std::set<UnitName> units_that_matter(const domain::MachineView& view);

/// A unit file that reads as what was seen of the unit, with its relations to `among` alone. Of a masked unit
/// little is seen. `serves` is whether it is a member of an instance: then it takes ff's environment file.
[[nodiscard]] std::string unit_text(const domain::MachineView& view, const UnitName& unit,
                                    const std::set<UnitName>& among, bool serves);

}  // namespace ff::adapters::sim
