#pragma once

#include <set>
#include <string>
#include <vector>

#include "domain/snapshot.h"

namespace ff::planner {

/// Which of `among` the activation of `unit` would start, by its unit file's relations, by the commands that
/// it runs (a hint: words beside systemctl), and through what it triggers.
[[nodiscard]] std::set<UnitName> starts(const domain::MachineView& view, const UnitName& unit,
                                        const std::set<UnitName>& among);

/// A unit that is live and would start one of ours.
struct Starter {
  UnitName unit;     ///< active or enabled: what has to be silenced
  UnitName through;  ///< what it triggers to that end; empty when it starts it itself
  UnitName started;
  std::string how;  ///< "Triggers=", "Wants=", "its commands", ...
};

/// Units outside `known` that would start one of `of`. A target is left out for a unit that is enabled: its
/// wants link is what `disable` removes.
[[nodiscard]] std::vector<Starter> starters(const domain::MachineView& view, const std::set<UnitName>& of,
                                            const std::set<UnitName>& known);

/// Active, enabled, or anything else that makes the unit act by itself.
[[nodiscard]] bool is_live(const domain::MachineView& view, const domain::UnitDefinition& definition);

/// Whether starting one of both stops the other.
[[nodiscard]] bool conflict(const domain::MachineView& view, const UnitName& one, const UnitName& other);
/// Whether systemd orders both, in either direction.
[[nodiscard]] bool ordered(const domain::MachineView& view, const UnitName& one, const UnitName& other);

/// The unit file's relations; nullptr when they were not asked for or it has none.
[[nodiscard]] const domain::UnitDefinition* definition(const domain::MachineView& view, const UnitName& unit);

}  // namespace ff::planner
