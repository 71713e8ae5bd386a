#pragma once

#include <optional>
#include <string>

#include "app/switch.h"

/// Work on single boxes and copies. Each of these is a switch to the profile that is meant already, so that
/// plan, order, drain, ladder and record are those of any other; whatever else is not as declared is brought
/// there on the way, as the plan shows. `refused` while a run is unfinished or no profile is in place.
namespace ff::app {

/// Takes a box out of service: its instances leave the route, are drained, stopped, disabled and kept down
/// over a reboot, until undrain(). `until` is for people only. Refused where nothing else serves, unless the
/// request's outage is allowed. `bad_input` for a name that is no box.
[[nodiscard]] Result<domain::Outcome> drain(const Scene& scene, ports::Gate& gate, const MachineName& box,
                                            std::optional<WallTime> until, SwitchRequest request,
                                            const Confirm& confirm, const std::stop_token& stop);

/// Takes a drained box back: its instances come up through the ladder. `refused` when it is not drained.
[[nodiscard]] Result<domain::Outcome> undrain(const Scene& scene, ports::Gate& gate, const MachineName& box,
                                              SwitchRequest request, const Confirm& confirm,
                                              const std::stop_token& stop);

/// Starts instances again, one after the other while the rest serve: those that `name`, an instance or a box,
/// stands for, all when it is empty. `bad_input` for another name.
[[nodiscard]] Result<domain::Outcome> restart(const Scene& scene, ports::Gate& gate, const std::string& name,
                                              SwitchRequest request, const Confirm& confirm,
                                              const std::stop_token& stop);

}  // namespace ff::app
