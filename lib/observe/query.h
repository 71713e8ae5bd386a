#pragma once

#include <string>
#include <vector>

#include "domain/profile.h"

namespace ff::observe {

/// What ff wants to know of one machine.
struct MachineQuery {
  std::vector<UnitName> units;
  std::vector<std::string> files;  ///< absolute paths; one that ends in '/' asks for the room there
  bool definitions = false;        ///< the relations of all unit files too: about a second
  bool host = true;                ///< memory, ports, links and files too: a process on the machine, 20 ms
};

/// Everything that any declared profile has on that machine: units, watchdogs and what they trigger, the
/// proxy's unit and folder, environment files, intent and recorded starts. Sorted, each once.
[[nodiscard]] MachineQuery query_for(const domain::Declaration& declaration, const MachineName& machine);

}  // namespace ff::observe
