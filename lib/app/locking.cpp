#include "app/locking.h"

#include <utility>

#include "app/telling.h"

namespace ff::app {
namespace {

/// Locking dials nothing new; it waits for one answer a machine and for the jobs of a former holder to end.
constexpr Milliseconds lock_deadline{30'000};
constexpr Milliseconds farewell_deadline{10'000};

}  // namespace

ports::Holder holder_of(const SwitchRequest& request, const std::string& verb, ports::Clock& clock) {
  return {request.run, request.operator_name, clock.wall(), verb};
}

Result<ports::World> lock_machines(const Scene& scene, ports::Gate& gate, const ports::Holder& holder,
                                   const std::set<MachineName>& absent, const std::stop_token& stop) {
  Result<ports::World> world = fail(ErrorCode::cancelled, "was not begun");
  while_telling(scene, holder.run, "locking the machines", [&] {
    world = gate.enter(holder, absent, ports::within(*scene.readers.clock, lock_deadline, stop));
  });
  return world;
}

domain::Outcome::Kind kept_out(const Error& error) {
  return error.code == ErrorCode::locked ? domain::Outcome::Kind::locked : domain::Outcome::Kind::refused;
}

void let_go(ports::World& world) {
  (void)world.lease->release(ports::within(*world.readers.clock, farewell_deadline));
}

std::set<MachineName> all_but(const domain::Cluster& cluster, const std::set<MachineName>& machines) {
  std::set<MachineName> others;
  for (const domain::Machine& machine : cluster.machines) {
    if (!machines.contains(machine.name)) others.insert(machine.name);
  }
  return others;
}

}  // namespace ff::app
