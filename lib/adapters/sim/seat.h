#pragma once

#include <map>
#include <memory>
#include <vector>

#include "adapters/sim/actors.h"
#include "adapters/sim/readers.h"
#include "adapters/sim/sim_http.h"
#include "adapters/sim/sim_locks.h"
#include "adapters/sim/sim_proxy.h"
#include "adapters/sim/sim_records.h"
#include "adapters/sim/sim_takeover.h"
#include "ports/fenced.h"
#include "ports/world.h"

namespace ff::adapters::sim {

/// The world's clock.
class SimClock : public ports::Clock {
 public:
  explicit SimClock(Timeline& timeline) : timeline_(timeline) {}
  MonoTime now() override { return timeline_.now(); }
  WallTime wall() override { return timeline_.wall(); }
  Status sleep_until(Limit limit) override;

 private:
  Timeline& timeline_;
};

/// Lanes one after another in their order. A lane after a failed one gets a stopped token.
class SimLanes : public ports::Lanes {
 public:
  std::vector<Status> run(std::vector<ports::Lane> lanes, std::stop_token stop) override;
};

/// Keeps all events.
class CollectedEvents : public ports::Events {
 public:
  void emit(const domain::Event& event) noexcept override { all.push_back(event); }
  std::vector<domain::Event> all;
};

/// One ff process in the world: its sessions, its lock, its view. Its end frees what it had locked. Two may
/// be at work at once.
class Seat : public ports::Gate {
 public:
  explicit Seat(World& world);
  ~Seat() override;
  Seat(const Seat&) = delete;
  Seat& operator=(const Seat&) = delete;

  ports::Readers& readers() { return readers_; }
  CollectedEvents& events() { return events_; }
  ports::Takeover& takeover() { return takeover_; }
  Result<ports::World> enter(const ports::Holder& holder, const std::set<MachineName>& absent,
                             Limit limit) override;
  /// From now on its lease is no longer fresh anywhere.
  void lose_lease() { self_.lease_lost = true; }

  /// Control without the lock, for tests of the controls themselves.
  ports::UnitControl& control(const MachineName& machine);
  ports::HostControl& host_control(const MachineName& machine);

 private:
  struct Parts;

  Self self_;
  SimClock clock_;
  SimLanes lanes_;
  CollectedEvents events_;
  std::map<MachineName, std::unique_ptr<Parts>> parts_;
  Link route_link_;
  SimHttp http_;
  SimProxyReader proxy_;
  SimRunReader runs_;
  SimTakeover takeover_;
  ports::Readers readers_;
  std::unique_ptr<SimLocks> locks_;
  std::unique_ptr<ports::Lease> lease_;
  std::unique_ptr<SimProxyControl> proxy_control_;
  std::unique_ptr<SimRunWriter> record_;
};

}  // namespace ff::adapters::sim
