#pragma once

#include <atomic>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "adapters/lease/pump.h"
#include "adapters/lease/session_locks.h"
#include "ports/lock.h"

namespace ff::adapters::lease {

/// Where holders are started: what SessionLocks was made from.
struct Reach {
  const std::map<MachineName, ports::Dialer*>& dialers;
  const std::set<MachineName>& local;
};

/// The holders of one lease, from their start to their end. Safe to call from several threads once it stands.
class Grip {
 public:
  Grip(ports::Clock& clock, Terms terms, ports::Holder holder);
  /// Lets go of what is still held, within 2 s.
  ~Grip();
  Grip(const Grip&) = delete;
  Grip& operator=(const Grip&) = delete;

  /// Starts a holder on each machine, all at once. Nothing is locked yet.
  Status open(const Reach& reach, const Limit& limit);
  /// Locks each machine once, in machine-id order; the first that is busy or broken ends it.
  Status lock_all(const Limit& limit);
  /// Returns when every heartbeat is acknowledged and systemd has no job queued on any machine.
  Status await_quiet(const Limit& limit);
  /// Tells each holder to let go and waits until it has. The first error, after all were told.
  Status release(const Limit& limit);

  Status fresh_on(const MachineName& machine);
  Status fresh();
  void note(const std::string& step);
  [[nodiscard]] std::stop_token asked_to_stop() const { return pump_.requested(); }
  std::optional<ports::StopWish> stop_wish();
  /// One act by the machine's holder: its words as arguments, its content aside. `lease_lost` when nothing
  /// was sent; a wait that ends early ends the act too, as far as it can.
  Result<Reply> act(const MachineName& machine, const std::vector<std::string>& words,
                    std::string_view content, const Limit& limit);

 private:
  struct Member {
    Pump::Link link = 0;
    Ready ready;
    MachineName locks_as;  ///< the name under which this machine is locked; its own unless it has several
  };
  Status open_one(const MachineName& machine, ports::Dialer& dialer, bool local, const Limit& limit);
  Status add_standing(const MachineName& machine, Pump::Link link, ports::Dialer& dialer, const Limit& limit);
  void pair_names();
  Status lock(const MachineName& machine, const Limit& limit);
  Status answer_for(Member& companion, const Limit& limit);
  Status dismiss_companions(const Limit& limit);
  Status await_no_jobs(const MachineName& machine, const Limit& limit);
  Result<bool> jobs_left(const MachineName& machine, const Limit& limit, std::vector<std::string>& left);
  [[nodiscard]] std::string holder_note(const Member& member, const std::string& step) const;

  ports::Clock& clock_;
  const Terms terms_;
  const ports::Holder holder_;
  std::mutex mutex_;  ///< of members_ while it grows
  std::map<MachineName, Member> members_;
  std::vector<MachineName> order_;  ///< one name a machine, in machine-id order
  std::atomic<bool> released_ = false;
  Pump pump_;
};

}  // namespace ff::adapters::lease
