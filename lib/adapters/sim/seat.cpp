#include "adapters/sim/seat.h"

#include <optional>
#include <utility>

namespace ff::adapters::sim {

Status SimClock::sleep_until(Limit limit) {
  const Status slept = timeline_.wait(limit, [] { return false; }, "the time");
  if (!slept && slept.error().code == ErrorCode::timeout) return Done{};
  return slept;
}

std::vector<Status> SimLanes::run(std::vector<ports::Lane> lanes, std::stop_token stop) {
  std::stop_source own;
  const std::stop_callback passed_on(stop, [&own] { own.request_stop(); });
  std::vector<Status> results;
  for (ports::Lane& lane : lanes) {
    results.push_back(lane.work(own.get_token()));
    if (!results.back()) own.request_stop();
  }
  return results;
}

/// All that one ff has of one machine.
struct Seat::Parts {
  Parts(World& world, Machine& machine, Self& self)
      : reading(world, machine, self, Link::Kind::reads),
        acting(world, machine, self, Link::Kind::acts),
        units(reading),
        host(reading),
        control(acting),
        host_control(acting) {}

  Link reading;
  Link acting;
  SimUnitReader units;
  SimHostReader host;
  SimUnitControl control;
  SimHostControl host_control;
  std::optional<ports::FencedUnitControl> fenced_units;
  std::optional<ports::FencedHostControl> fenced_host;
};

Seat::Seat(World& world)
    : clock_(world.time()),
      route_link_(world, world.machine(world.cluster().route_host), self_, Link::Kind::reads),
      http_(route_link_),
      proxy_(route_link_),
      runs_(route_link_),
      takeover_(world) {
  readers_ = {&clock_, &lanes_, &events_, {}, &http_, &proxy_, &runs_};
  for (const auto& [name, machine] : world.machines()) {
    auto& parts = parts_[name];
    parts = std::make_unique<Parts>(world, *machine, self_);
    readers_.machines[name] = {&parts->units, &parts->host};
  }
}

Seat::~Seat() {
  if (locks_) locks_->free_all();
}

Result<ports::World> Seat::enter(const ports::Holder& holder, const std::set<MachineName>& absent,
                                 Limit limit) {
  if (lease_) (void)lease_->release({});
  std::map<MachineName, Link*> links;
  for (auto& [name, parts] : parts_) {
    if (absent.contains(name)) continue;
    parts->acting.dial_anew();
    links[name] = &parts->acting;
  }
  auto locks = std::make_unique<SimLocks>(std::move(links), self_);
  FF_TRY(lease, locks->take(holder, std::move(limit)));
  // Only now: what was handed out before stays there to be refused when nothing new could be had.
  lease_ = std::move(lease);
  locks_ = std::move(locks);
  ports::World world;
  world.readers = readers_;
  world.lease = lease_.get();
  for (auto& [name, parts] : parts_) {
    if (absent.contains(name)) continue;
    auto& units = parts->fenced_units.emplace(parts->control, *lease_, name);
    auto& host = parts->fenced_host.emplace(parts->host_control, *lease_, name);
    world.actors[name] = {&units, &host};
  }
  Link& route = *locks_->link(route_link_.machine().name);
  proxy_control_ = std::make_unique<SimProxyControl>(route, *lease_);
  record_ = std::make_unique<SimRunWriter>(route, *lease_);
  world.proxy = proxy_control_.get();
  world.record = record_.get();
  return world;
}

ports::UnitControl& Seat::control(const MachineName& machine) {
  return parts_.at(machine)->control;
}

ports::HostControl& Seat::host_control(const MachineName& machine) {
  return parts_.at(machine)->host_control;
}

}  // namespace ff::adapters::sim
