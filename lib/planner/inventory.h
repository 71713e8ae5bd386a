#pragma once

#include <map>
#include <set>
#include <vector>

#include "domain/plan.h"
#include "domain/profile.h"
#include "domain/snapshot.h"

namespace ff::planner {

/// Units of each machine, in a stable order.
using UnitsOf = std::map<MachineName, std::set<UnitName>>;

/// Leader and worker units that any profile has on a box, wherever in the profile the box stands: a leader's
/// unit file may lie on every box.
[[nodiscard]] std::set<UnitName> serving_units(const domain::Declaration& declaration,
                                               const MachineName& box);
/// Units on that box of those of the profile's instances that can be had.
[[nodiscard]] std::set<UnitName> member_units(const domain::Declaration& declaration,
                                              const domain::Profile& profile, const MachineName& box);

/// A declared watchdog on one machine.
struct Guard {
  UnitName unit;
  MachineName machine;
  ProfileName profile;            ///< that declares it
  std::vector<UnitName> started;  ///< what a timer, path or socket starts; empty for a service
  bool arm = false;               ///< whether the target arms it
};

/// All declared watchdogs of machines that are not absent, each machine and unit once, with `arm` as the
/// target (nullptr: none) has it.
[[nodiscard]] std::vector<Guard> guards(const domain::Declaration& declaration, const domain::Profile* target,
                                        const domain::Snapshot& snapshot);

/// The unit's state, from its unit file's relations where its state was not asked for.
[[nodiscard]] domain::UnitState state_of(const domain::MachineView& view, const UnitName& unit);
/// Active or on its way there.
[[nodiscard]] bool runs(const domain::UnitState& state);
/// At rest without a link that would start it at boot.
[[nodiscard]] bool quiet(const domain::MachineView& view, const UnitName& unit);
/// Kept down by ff's link, and the manager knows it: a link counts only after a reload.
[[nodiscard]] bool kept_down(const domain::MachineView& view, const UnitName& unit);
/// Masked by ff's link or by any other.
[[nodiscard]] bool masked(const domain::MachineView& view, const UnitName& unit);

/// The intent of the highest generation that any machine holds; nullptr when none does.
[[nodiscard]] const domain::Intent* latest_intent(const domain::Snapshot& snapshot);

/// The machines that the intent does without, and what it keeps drained, both without names that are no
/// machine any more.
[[nodiscard]] std::set<MachineName> absent_in(const domain::Declaration& declaration,
                                              const domain::Intent& intent);
[[nodiscard]] std::vector<domain::Drained> drained_in(const domain::Declaration& declaration,
                                                      const domain::Intent& intent);
/// Every machine holds the latest intent, which says that the cluster is to be as the plan leaves it: a run
/// that finds nothing to do has nothing to note. Where none was ever written nothing is to be noted, unless
/// something is to be absent or drained.
[[nodiscard]] bool noted_as_steady(const domain::Snapshot& snapshot, const domain::Plan& plan);

/// The endpoint is one of those that the proxy sends clients to.
[[nodiscard]] bool routed(const domain::Snapshot& snapshot, const domain::Instance& instance);
/// Clients may get to the endpoint: a proxy that is not ff's may send them anywhere.
[[nodiscard]] bool reached(const domain::Snapshot& snapshot, const domain::Instance& instance);
/// Health of an instance whose leader is active; nothing for any other, whatever answered there.
[[nodiscard]] const domain::Health* health_of(const domain::Snapshot& snapshot,
                                              const domain::Instance& instance);

}  // namespace ff::planner
