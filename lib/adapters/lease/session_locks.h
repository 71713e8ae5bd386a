#pragma once

#include <map>
#include <memory>
#include <set>

#include "base/ids.h"
#include "ports/clock.h"
#include "ports/dialer.h"
#include "ports/host.h"
#include "ports/lock.h"

namespace ff::adapters::lease {

/// The lock of every machine, each held by a process at the far end of one channel of its dialer.
/// Whoever wants to act on a machine does so through the same dialer: when the lease is lost, the holder
/// ends that session before it lets the lock go, so that nothing sent late can still act.
class SessionLocks : public ports::LockService {
 public:
  /// Dialers are borrowed and must outlive this; those in `local` lead to the machine that ff runs on, where
  /// ff's own process takes the session's place.
  SessionLocks(std::map<MachineName, ports::Dialer*> dialers, std::set<MachineName> local,
               ports::Clock& clock);
  ~SessionLocks() override;
  SessionLocks(const SessionLocks&) = delete;
  SessionLocks& operator=(const SessionLocks&) = delete;

  /// See the port. The lease must not outlive this object. One lease at a time.
  Result<std::unique_ptr<ports::Lease>> take(const ports::Holder& holder, Limit limit) override;

  /// Acts as a child of the process that holds the machine's lock; two names of one machine share it.
  /// `lease_lost` from every call while no lease is held. Valid as long as this object; each machine's is
  /// used by one thread at a time. The machine must be one of the dialers'.
  ports::HostControl& host(const MachineName& machine);

 private:
  class Control;
  struct State;
  std::shared_ptr<State> state_;
  std::map<MachineName, std::unique_ptr<Control>> controls_;
};

}  // namespace ff::adapters::lease
