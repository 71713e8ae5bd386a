#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "base/ids.h"
#include "ports/clock.h"
#include "ports/dialer.h"
#include "ports/host.h"
#include "ports/lock.h"

namespace ff::adapters::lease {

class Grip;
class HolderControl;

/// The figures of a lease, the same for all machines.
struct Terms {
  Milliseconds beat_every = std::chrono::seconds(1);
  Milliseconds fresh_for = std::chrono::seconds(5);  ///< ff acts only on a heartbeat acknowledged since
  Milliseconds patience =
      std::chrono::seconds(15);  ///< a holder that hears nothing for so long ends its session
  Milliseconds jobs_end_within = std::chrono::seconds(60);  ///< how long take() waits for queued systemd jobs
  std::set<UnitName> units;  ///< whose queued jobs are waited for; empty means those of any unit
  std::string folder = "/run/ff";
};

/// The lock of every machine, each held by a process at the far end of one channel of its dialer.
/// Whoever wants to act on a machine does so through the same dialer: when the lease is lost, the holder
/// ends that session before it lets the lock go, so that nothing sent late can still act.
class SessionLocks : public ports::LockService {
 public:
  /// Dialers and clock are borrowed and must outlive this; the dialers in `local` lead to the machine that ff
  /// runs on, where ff's own process takes the session's place: the holder kills it.
  SessionLocks(std::map<MachineName, ports::Dialer*> dialers, std::set<MachineName> local,
               ports::Clock& clock, Terms terms = {});
  ~SessionLocks() override;
  SessionLocks(const SessionLocks&) = delete;
  SessionLocks& operator=(const SessionLocks&) = delete;

  /// See the port. When it returns, no systemd job of a former holder is queued any more. One lease at a
  /// time; it must not outlive this object.
  Result<std::unique_ptr<ports::Lease>> take(const ports::Holder& holder, Limit limit) override;

  /// Acts as a child of the process that holds the machine's lock; two names of one machine share it.
  /// `lease_lost` from every call while no fresh lease is held. Valid as long as this object; each machine's
  /// is used by one thread at a time. The machine must be one of the dialers'.
  ports::HostControl& host(const MachineName& machine);

 private:
  std::map<MachineName, ports::Dialer*> dialers_;
  std::set<MachineName> local_;
  ports::Clock& clock_;
  Terms terms_;
  std::mutex mutex_;
  std::weak_ptr<Grip> grip_;
  std::map<MachineName, std::unique_ptr<HolderControl>> controls_;
};

}  // namespace ff::adapters::lease
