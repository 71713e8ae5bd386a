#pragma once

#include <map>
#include <string>

#include "scenario.hpp"

namespace ff::simulation {

/// The unit files of one machine, by name: its members of all profiles, and their watchdogs.
[[nodiscard]] std::map<std::string, std::string> unit_files(const Scenario& scenario,
                                                            const MachineName& machine);

}  // namespace ff::simulation
