#pragma once

#include <functional>
#include <memory>
#include <string>

#include "adapters/sim/seat.h"

namespace ff::simulation {

using MakeGate = std::function<std::unique_ptr<ports::Gate>(adapters::sim::Seat&)>;
/// Machine, call, and its subject as in sim::Act, of an act on a machine.
using Swallow =
    std::function<bool(const MachineName& machine, const std::string& call, const std::string& subject)>;

/// Acts for which `swallow` is true do nothing and succeed.
[[nodiscard]] MakeGate swallowing(Swallow swallow);

/// Acts are not checked against the lease.
[[nodiscard]] MakeGate unfenced();

}  // namespace ff::simulation
