#pragma once

#include <optional>
#include <set>
#include <string>

#include "base/bytes.h"
#include "base/ids.h"
#include "base/time.h"
#include "domain/cluster.h"
#include "domain/profile.h"

/// Why a step is in a plan. Each function is one sentence without a capital or a stop.
namespace ff::words::reason {

/// A watchdog that would start `started`, which stops `victim` (empty when it only disturbs).
[[nodiscard]] std::string would_start(const UnitName& started, const UnitName& victim);
/// A watchdog of a profile that is not the target.
[[nodiscard]] std::string watchdog_of(const ProfileName& profile);
/// The target's own watchdog, which would meddle with the change.
[[nodiscard]] std::string meddles();
/// Clients get an honest 503.
[[nodiscard]] std::string nothing_serves();
/// These instances serve while others change.
[[nodiscard]] std::string others_serve(const std::set<MachineName>& changing);
/// An instance that passed its ladder joins.
[[nodiscard]] std::string healthy(const InstanceName& instance);
/// The proxy does not do what the cluster is.
[[nodiscard]] std::string route_differs();
/// The others have to answer before anything is taken from clients.
[[nodiscard]] std::string gate_before(const std::set<MachineName>& changing);
/// Requests under way may end.
[[nodiscard]] std::string drain(bool outage);
/// A unit of another profile makes room.
[[nodiscard]] std::string makes_room(const ProfileName& target);
/// A unit that the target has too, running as part of another profile's instance.
[[nodiscard]] std::string made_anew(const ProfileName& target);
/// An instance of the target itself has to start again.
[[nodiscard]] std::string starts_again(const std::string& cause);
/// Memory of what stopped before has to be back.
[[nodiscard]] std::string memory_returns();
/// Why no drain comes before a retire.
[[nodiscard]] std::string drain_skipped(const std::string& cause);
/// Units that nothing may start while the target serves.
[[nodiscard]] std::string kept_down(const ProfileName& target);
/// A mask that hides a unit which still has to be disabled or stopped.
[[nodiscard]] std::string mask_in_the_way();
/// Units that are to come.
[[nodiscard]] std::string to_come(const ProfileName& target);
/// The settings of one box in short.
[[nodiscard]] std::string settings(const domain::Settings& settings);

/// Where a launch stands in the order, and how long it takes.
struct Start {
  int position = 0;  ///< 0 is the first
  int of = 1;
  std::optional<Milliseconds> expected;
  int recorded = 0;  ///< how many starts the figure comes from; 0 means declared
};
[[nodiscard]] std::string start(const Start& start);
/// What one member takes of its box, of what is free then, and what it leaves to all else.
[[nodiscard]] std::string memory(Bytes need, Bytes free, Bytes reserve);
/// The same while what is free does not suffice yet.
[[nodiscard]] std::string memory_short(Bytes need, Bytes free, Bytes reserve);
/// A rank that has to be there before its leader.
[[nodiscard]] std::string before_leader(const UnitName& leader);
/// It runs already and is waited for.
[[nodiscard]] std::string already_starting();
/// Only what was healthy is enabled.
[[nodiscard]] std::string after_healthy();
/// The target's watchdog is put back.
[[nodiscard]] std::string armed_by(const ProfileName& profile);
/// A mask that goes, since ff lets go of everything.
[[nodiscard]] std::string released();
/// The second look.
[[nodiscard]] std::string second_look();

/// An operator took the box out of service.
[[nodiscard]] std::string drained(const MachineName& box);
/// Units that nothing may start until the box is taken back.
[[nodiscard]] std::string kept_drained();
/// An operator wants the instance started again, for a reason or none.
[[nodiscard]] std::string asked_for(const std::string& why);
/// An operator's maintenance begins or is over.
[[nodiscard]] std::string maintenance_begins();
[[nodiscard]] std::string maintenance_over();

}  // namespace ff::words::reason
