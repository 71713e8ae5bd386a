#pragma once

#include <cstdint>
#include <map>
#include <set>

#include "domain/clients.h"
#include "domain/profile.h"

namespace ff::planner {

/// Ports on which any profile's copies serve, on any box.
[[nodiscard]] std::set<std::uint16_t> serving_ports(const domain::Declaration& declaration);

/// Who talks to a copy in one look at all machines that answered, and which of them go around the proxy. The
/// other end of a connection is looked for on every machine: it tells the process. Where nobody tells, an
/// address of the route host counts as the proxy's. A tunnel through the route host's sshd reads as ff's own.
/// Pure.
[[nodiscard]] domain::Calls calls_in(const domain::Declaration& declaration,
                                     const std::map<MachineName, domain::SocketView>& views, WallTime at);

/// What is known after one more look: who was there before keeps the time when it was first seen.
[[nodiscard]] domain::Calls with_look(const domain::Calls& before, const domain::Calls& look);

}  // namespace ff::planner
