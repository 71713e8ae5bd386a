#pragma once

#include <set>
#include <stop_token>
#include <string>

#include "app/switch.h"

/// What every verb that acts does to get at the machines, and to let go of them.
namespace ff::app {

/// Who asks for the locks, as others are told: "switch replica" is a verb.
[[nodiscard]] ports::Holder holder_of(const SwitchRequest& request, const std::string& verb,
                                      ports::Clock& clock);

/// Enters the gate without the absent machines, and tells so when that takes more than a second. Fails as
/// ports::Gate::enter().
[[nodiscard]] Result<ports::World> lock_machines(const Scene& scene, ports::Gate& gate,
                                                 const ports::Holder& holder,
                                                 const std::set<MachineName>& absent,
                                                 const std::stop_token& stop);
/// How a verb ends that did not get in: another run holds a lock, or a machine would not.
[[nodiscard]] domain::Outcome::Kind kept_out(const Error& error);
/// Lets go of every lock. A holder that cannot be told lets go by itself, a while later.
void let_go(ports::World& world);

/// The machines of the cluster that are not among these.
[[nodiscard]] std::set<MachineName> all_but(const domain::Cluster& cluster,
                                            const std::set<MachineName>& machines);

}  // namespace ff::app
