#pragma once

#include <map>
#include <memory>
#include <set>

#include "base/ids.h"
#include "base/result.h"
#include "ports/clock.h"
#include "ports/events.h"
#include "ports/host.h"
#include "ports/http.h"
#include "ports/lanes.h"
#include "ports/lock.h"
#include "ports/proxy.h"
#include "ports/records.h"
#include "ports/units.h"

namespace ff::ports {

/// One machine, to be looked at. Nothing here is owned. Never null.
struct MachineReaders {
  UnitReader* units = nullptr;
  HostReader* host = nullptr;
};

/// All that a reading verb gets: with these, writing does not compile. Nothing here is owned.
struct Readers {
  Clock* clock = nullptr;
  Lanes* lanes = nullptr;
  Events* events = nullptr;
  std::map<MachineName, MachineReaders> machines;
  Http* http = nullptr;  ///< dialled from the route host, where the proxy stands
  ProxyReader* proxy = nullptr;
  RunReader* runs = nullptr;
};

/// One machine, to be acted on. Every call is checked against the lease first.
struct MachineActors {
  UnitControl* units = nullptr;
  HostControl* host = nullptr;
};

/// All that a mutating verb gets once it holds the lock. Nothing here is owned.
struct World {
  Readers readers;
  std::map<MachineName, MachineActors> actors;
  ProxyControl* proxy = nullptr;
  RunWriter* record = nullptr;
  Lease* lease = nullptr;
};

/// The way from readers to actors: only through the lock.
class Gate {
 public:
  virtual ~Gate() = default;
  /// Locks every machine but the absent ones and hands out actors for them, behind the lease. They live as
  /// long as the gate and work as long as the lease is fresh. The route host is never absent. Fails as
  /// LockService::take does. Called again, it first lets go of what it had: everything that was handed out
  /// before is dead, and the links that were lost are made anew.
  virtual Result<World> enter(const Holder& holder, const std::set<MachineName>& absent, Limit limit) = 0;
};

}  // namespace ff::ports
