#pragma once

#include <set>
#include <string>
#include <vector>

#include "app/switch.h"

namespace ff::app {

/// The machines to do without: those of `without`, and with `only` every box that it does not name. `only`
/// never drops the route host. `bad_input` for a name that is no machine, or no box after `only`; `refused`
/// when the route host would be absent.
[[nodiscard]] Result<std::set<MachineName>> absent_machines(const domain::Declaration& declaration,
                                                            const std::vector<std::string>& without,
                                                            const std::vector<std::string>& only);

/// The declaration with these machines absent.
[[nodiscard]] domain::Declaration without(const domain::Declaration& declaration,
                                          const std::set<MachineName>& absent);

/// Takes an absent box in again: a switch to the intended profile with whatever else is absent still absent.
/// `request.target` and `request.absent` are found out here. `already` for a box that is not absent, however
/// the cluster stands; `refused` when the box does not answer; all else as switch_to().
[[nodiscard]] Result<domain::Outcome> rejoin(const Scene& scene, ports::Gate& gate, const MachineName& box,
                                             SwitchRequest request, const Confirm& confirm,
                                             std::stop_token stop);

}  // namespace ff::app
