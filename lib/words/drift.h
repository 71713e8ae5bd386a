#pragma once

#include <string>

#include "domain/profile.h"
#include "domain/snapshot.h"
#include "words/hazard.h"

/// What a status says about things that are not as declared.
namespace ff::words::drift {

using hazard::Text;

[[nodiscard]] Text unfinished(const domain::Intent& intent);
/// A machine that missed a note of what is meant; `number` 0 means that it holds none.
[[nodiscard]] Text intent_behind(const MachineName& machine, std::int64_t number,
                                 const domain::Intent& latest);
/// A machine that is done without, and one of those that answers again.
[[nodiscard]] Text absent(const MachineName& machine, const domain::Intent& intent);
[[nodiscard]] Text back(const MachineName& machine, const domain::Intent& intent);
/// Before the first switch and after a release: ff means nothing to be so. `masks` is how many links to
/// /dev/null are left all the same.
[[nodiscard]] Text hands_off(std::size_t masks);
[[nodiscard]] Text another_serves(const ProfileName& intended, const ProfileName& serving);
/// A member of the profile that is not running; `enabled` means that a reboot would start it.
[[nodiscard]] Text member_down(const MachineName& box, const UnitName& unit, const domain::UnitState& state,
                               bool enabled);
/// A rank that is down while others of its instance run.
[[nodiscard]] Text rank_dead(const InstanceName& instance, const domain::Member& member,
                             const domain::UnitState& state);
[[nodiscard]] Text not_enabled(const MachineName& box, const UnitName& unit);
[[nodiscard]] Text member_masked(const MachineName& box, const UnitName& unit);
[[nodiscard]] Text settings_differ(const MachineName& box, const UnitName& unit);
[[nodiscard]] Text rank_stale(const InstanceName& instance, const domain::Member& member,
                              Milliseconds older_by);
[[nodiscard]] Text unhealthy(const InstanceName& instance, const domain::Health& health);
[[nodiscard]] Text should_rest(const MachineName& box, const UnitName& unit, const domain::UnitState& state,
                               bool enabled);
[[nodiscard]] Text not_masked(const MachineName& box, const UnitName& unit);
[[nodiscard]] Text not_armed(const MachineName& box, const UnitName& unit);
[[nodiscard]] Text not_routed(const InstanceName& instance);
[[nodiscard]] Text route_differs(const MachineName& host, const domain::RouteView& route);
[[nodiscard]] Text dead_upstream(const MachineName& host, const std::string& endpoint);

/// An operator's maintenance, as it stands at `now`.
[[nodiscard]] Text maintenance(const MachineName& host, const domain::Route& route, WallTime now);
/// A box that an operator took out of service, as it stands at `now`.
[[nodiscard]] Text drained(const domain::Drained& drained, WallTime now);

}  // namespace ff::words::drift
