#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "adapters/sim/world.h"
#include "ports/lock.h"

namespace ff::adapters::sim {

/// What one ff process has of its own.
struct Self {
  bool lease_lost = false;
  std::optional<ports::StopWish> wish;  ///< that it stops
  std::stop_source wished;
};

/// One ff's session with one machine. What acts under a lock has the session of that lock: once it died, by a
/// cut or a reboot, it stays dead until it is dialled anew for another lock. What only reads dials again by
/// itself.
class Link {
 public:
  enum class Kind { reads, acts };
  Link(World& world, Machine& machine, const Self& self, Kind kind)
      : world_(world), machine_(machine), self_(self), kind_(kind) {}

  World& world() { return world_; }
  Machine& machine() { return machine_; }
  /// Leaves the session that was, dead or not, for a fresh one.
  void dial_anew();
  [[nodiscard]] bool alive() const;
  /// Its end, as the far side notices it: the lock that it holds is free a while later.
  void die();
  /// One round trip for the reading call of that name. Fails with cancelled, unreachable, link_lost, or the
  /// fault that waits for it.
  Status ask(const std::string& call, const Limit& limit);
  /// One act: asked, counted, shown to the hooks. `effect` is what it does to the machine; it may wait, but
  /// not be stopped. Throws Killed when its ff is to die of it.
  template <class T>
  Result<T> act(const std::string& call, const std::string& subject, const Limit& limit,
                const std::function<Result<T>()>& effect) {
    const Act what{machine_.name, call, subject};
    FF_TRY(fault, begin(what, limit));
    Result<T> result = effect();
    world_.end_act(what);
    if (fault) return fail(placed(fault->error));
    if (!alive()) return fail(lost());
    if (!result) return fail(placed(result.error()));
    return result;
  }
  /// Waits for something on the machine; ends early, with link_lost, when the session dies.
  Status wait(const Limit& limit, const std::function<bool()>& ready, const char* awaited);
  /// The same for a point in time.
  Status wait_until(MonoTime time, const Limit& limit, const char* awaited);

 private:
  [[nodiscard]] Error placed(Error error) const;
  [[nodiscard]] Error lost() const;
  /// A fault that is to be met after the effect is the value.
  Result<std::optional<Fault>> begin(const Act& act, const Limit& limit);
  Status reach(const Limit& limit);

  World& world_;
  Machine& machine_;
  const Self& self_;
  Kind kind_;
  BootId boot_;  ///< of the session; empty while there is none
  bool dead_ = false;
};

}  // namespace ff::adapters::sim
