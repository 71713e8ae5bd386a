#include "planner/imagine.h"

#include <algorithm>

namespace ff::planner {
namespace {

using domain::ActiveState;
using domain::LoadState;

domain::MachineView& machine(domain::Snapshot& view, const MachineName& name) {
  return view.machines[name];
}

/// What systemd would call the unit file's state.
const char* file_state(const domain::MachineView& view, const UnitName& unit) {
  return view.masked(unit) ? "masked" : view.enabled(unit) ? "enabled" : "disabled";
}

/// A target wants what is enabled by its link alone, so that the want goes with it.
void forget_wants(domain::MachineView& view, const UnitName& unit) {
  for (domain::UnitDefinition& definition : view.definitions) {
    if (!definition.unit.text().ends_with(".target")) continue;
    for (auto& [relation, units] : definition.relations) std::erase(units, unit);
  }
}

void put_to_rest(domain::MachineView& view, const std::vector<UnitName>& units) {
  for (const UnitName& unit : units) {
    domain::UnitState& state = view.units[unit];
    state.active = ActiveState::inactive;
    state.sub = "dead";
    state.job_queued = false;
    state.restarts = 0;
    if (view.enabled_links.erase(unit) > 0) forget_wants(view, unit);
    if (state.load == LoadState::loaded) state.file_state = file_state(view, unit);
  }
}

void run(domain::MachineView& view, const UnitName& unit) {
  domain::UnitState& state = view.units[unit];
  state.load = LoadState::loaded;
  state.active = ActiveState::active;
  state.sub = "running";
  state.restarts = 0;
  state.job_queued = false;
}

domain::Health health_at(domain::Rung rung) {
  domain::Health health;
  health.rung = rung;
  return health;
}

void imagine_it(const domain::Silence& silence, domain::Snapshot& view) {
  put_to_rest(machine(view, silence.machine), silence.units);
}

void imagine_it(const domain::SetRoute& set, domain::Snapshot& view) {
  view.route = {};
  view.route.unit_active = true;
  view.route.owned = true;
  view.route.answers = true;
  view.route.route = set.route;
  view.route.epoch = view.route.marker_epoch = view.route.public_epoch = "imagined";
  view.route.public_status = set.route.kind == domain::Route::Kind::serving ? 200 : 503;
}

void imagine_it(const domain::Drain& drain, domain::Snapshot& view) {
  if (view.health_of(drain.instance) == nullptr) return;
  domain::Health& health = view.health[drain.instance.profile][drain.instance.name];
  health.running = 0;
  health.waiting = 0;
}

void imagine_it(const domain::Retire& retire, domain::Snapshot& view) {
  domain::MachineView& box = machine(view, retire.machine);
  put_to_rest(box, retire.units);
  for (const std::uint16_t port : retire.ports) box.listening.erase(port);
  box.memory.available = std::max(box.memory.available, retire.memory_available_min);
}

void imagine_it(const domain::Mask& mask, domain::Snapshot& view) {
  domain::MachineView& box = machine(view, mask.machine);
  for (const UnitName& unit : mask.units) {
    box.masked_links.insert(unit);
    domain::UnitState& state = box.units[unit];
    state.load = LoadState::masked;
    state.file_state = "masked";
  }
}

void imagine_it(const domain::Unmask& unmask, domain::Snapshot& view) {
  domain::MachineView& box = machine(view, unmask.machine);
  for (const UnitName& unit : unmask.units) {
    box.masked_links.erase(unit);
    domain::UnitState& state = box.units[unit];
    state.load = LoadState::loaded;
    state.file_state = file_state(box, unit);
    state.needs_reload = false;
  }
}

void imagine_it(const domain::Configure& configure, domain::Snapshot& view) {
  machine(view, configure.machine).files[configure.path] = configure.content;
}

void imagine_it(const domain::Launch& launch, domain::Snapshot& view) {
  run(machine(view, launch.machine), launch.unit);
  if (launch.leader) view.health[launch.profile][launch.instance] = health_at(domain::Rung::unit_active);
}

void imagine_it(const domain::AwaitHealthy& wait, domain::Snapshot& view) {
  for (const domain::Member& member : wait.instance.members) run(machine(view, member.box), member.unit);
  machine(view, wait.machine).listening.insert(wait.instance.endpoint.port);
  domain::Health& health = view.health[wait.instance.profile][wait.instance.name];
  health = health_at(domain::Rung::token);
  health.running = 0;
  health.waiting = 0;
}

void imagine_it(const domain::Enable& enable, domain::Snapshot& view) {
  domain::MachineView& box = machine(view, enable.machine);
  for (const UnitName& unit : enable.units) {
    box.enabled_links.insert(unit);
    box.units[unit].file_state = file_state(box, unit);
  }
}

void imagine_it(const domain::Arm& arm, domain::Snapshot& view) {
  domain::MachineView& box = machine(view, arm.machine);
  for (const UnitName& unit : arm.units) {
    box.enabled_links.insert(unit);
    run(box, unit);
    box.units[unit].file_state = file_state(box, unit);
  }
}

void imagine_it(const domain::Settle&, domain::Snapshot&) {}

}  // namespace

void imagine(const domain::Step& step, domain::Snapshot& view) {
  std::visit([&](const auto& action) { imagine_it(action, view); }, step.action);
}

}  // namespace ff::planner
