#pragma once

#include <set>
#include <stop_token>

#include "app/scene.h"

namespace ff::app {

/// A run's hold on the cluster: the lock, and what acts under it. A link that is lost takes its machine's
/// lock with it; the hold can be taken again.
class Hold {
 public:
  /// The gate was entered for the holder; `world` is what it handed out.
  Hold(ports::Gate& gate, ports::Holder holder, ports::World& world)
      : gate_(gate), holder_(std::move(holder)), world_(world) {}

  [[nodiscard]] ports::World& world() { return world_; }
  /// Machines of the world whose lock is no longer surely held.
  [[nodiscard]] std::set<MachineName> lost() const;
  /// Locks again what answers, when something is lost: the route host is waited for, a lost box that does not
  /// answer within half a minute is not, and is no longer in the world. An error when the route host stays
  /// away, when another run has locked meanwhile, or at a stop; nothing may be acted on then.
  Status renew(const Scene& scene, std::set<MachineName> absent, const std::stop_token& stop);

 private:
  Status await_route_host(const Scene& scene, const std::stop_token& stop);
  Status enter(const Scene& scene, const std::set<MachineName>& absent, const std::stop_token& stop);
  [[nodiscard]] bool held_by_this_run(const Scene& scene, const MachineName& machine) const;

  ports::Gate& gate_;
  ports::Holder holder_;
  ports::World& world_;
};

}  // namespace ff::app
