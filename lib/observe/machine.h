#pragma once

#include "base/time.h"
#include "domain/snapshot.h"
#include "observe/query.h"
#include "ports/world.h"

namespace ff::observe {

/// One machine's view, asked one thing after the other; of a query without `host` only its units are known. A
/// machine that cannot be asked is a view with a fault, never an error: not knowing is something to plan
/// with.
[[nodiscard]] domain::MachineView look_at(const ports::MachineReaders& readers, const MachineQuery& query,
                                          const Limit& limit);

/// The two halves of that, for callers that ask them side by side.
[[nodiscard]] Result<domain::MachineView> look_at_host(ports::HostReader& host, const MachineQuery& query,
                                                       const Limit& limit);
[[nodiscard]] Status look_at_units(ports::UnitReader& units, const MachineQuery& query, const Limit& limit,
                                   domain::MachineView& view);

}  // namespace ff::observe
