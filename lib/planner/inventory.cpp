#include "planner/inventory.h"

#include <algorithm>

namespace ff::planner {
namespace {

using domain::ActiveState;
using domain::LoadState;

template <class T>
bool has(const std::vector<T>& all, const T& one) {
  return std::ranges::find(all, one) != all.end();
}

bool is_service(const UnitName& unit) {
  return unit.text().ends_with(".service");
}

/// What a timer, path or socket starts, as its unit file says, else the service of the same stem. A masked
/// one shows nothing of its own file.
std::vector<UnitName> started_by(const domain::MachineView& view, const UnitName& unit) {
  if (is_service(unit)) return {};
  const auto found = std::ranges::find(view.definitions, unit, &domain::UnitDefinition::unit);
  if (found != view.definitions.end()) {
    const auto triggers = found->relations.find("Triggers");
    if (triggers != found->relations.end()) return triggers->second;
  }
  const std::string& name = unit.text();
  return {UnitName(name.substr(0, name.rfind('.')) + ".service")};
}

bool armed_by(const domain::Profile* target, const UnitName& unit, const MachineName& machine) {
  return target != nullptr && std::ranges::any_of(target->watchdogs, [&](const domain::Watchdog& watchdog) {
           return watchdog.arm && watchdog.unit == unit && has(watchdog.boxes, machine);
         });
}

}  // namespace

std::set<UnitName> serving_units(const domain::Declaration& declaration, const MachineName& box) {
  std::set<UnitName> units;
  for (const domain::Profile& profile : declaration.profiles) {
    if (!has(profile.boxes, box)) continue;
    units.insert(profile.leader_unit);
    if (!profile.worker_unit.empty()) units.insert(profile.worker_unit);
  }
  return units;
}

std::set<UnitName> member_units(const domain::Declaration& declaration, const domain::Profile& profile,
                                const MachineName& box) {
  std::set<UnitName> units;
  const auto instance = domain::instance_on(declaration.cluster, profile, box);
  if (!instance || !declaration.can_have(*instance)) return units;
  for (const domain::Member& member : instance->members) {
    if (member.box == box) units.insert(member.unit);
  }
  return units;
}

std::vector<Guard> guards(const domain::Declaration& declaration, const domain::Profile* target,
                          const domain::Snapshot& snapshot) {
  std::map<std::pair<MachineName, UnitName>, Guard> found;
  for (const domain::Profile& profile : declaration.profiles) {
    for (const domain::Watchdog& watchdog : profile.watchdogs) {
      for (const MachineName& machine : watchdog.boxes) {
        if (declaration.absent.contains(machine)) continue;
        const Guard guard = {watchdog.unit, machine, profile.name,
                             started_by(snapshot.machine(machine), watchdog.unit),
                             armed_by(target, watchdog.unit, machine) && !declaration.is_drained(machine)};
        found.try_emplace({machine, watchdog.unit}, guard);
      }
    }
  }
  std::vector<Guard> all;
  for (auto& [key, guard] : found) all.push_back(std::move(guard));
  return all;
}

domain::UnitState state_of(const domain::MachineView& view, const UnitName& unit) {
  if (view.units.contains(unit)) return view.unit(unit);
  domain::UnitState state;
  const auto found = std::ranges::find(view.definitions, unit, &domain::UnitDefinition::unit);
  if (found == view.definitions.end()) return state;
  state.load = LoadState::loaded;
  state.active = found->active;
  state.file_state = found->file_state;
  return state;
}

bool runs(const domain::UnitState& state) {
  return state.active == ActiveState::active || state.active == ActiveState::activating ||
         state.active == ActiveState::reloading;
}

bool quiet(const domain::MachineView& view, const UnitName& unit) {
  return state_of(view, unit).at_rest() && !view.enabled(unit);
}

bool kept_down(const domain::MachineView& view, const UnitName& unit) {
  const auto asked = view.units.find(unit);
  return view.masked(unit) && (asked == view.units.end() || asked->second.load == LoadState::masked);
}

bool masked(const domain::MachineView& view, const UnitName& unit) {
  return view.masked(unit) || state_of(view, unit).load == LoadState::masked;
}

const domain::Intent* latest_intent(const domain::Snapshot& snapshot) {
  const domain::Intent* latest = nullptr;
  for (const auto& [name, view] : snapshot.machines) {
    if (!view.known() || !view.intent) continue;
    if (latest == nullptr || latest->generation.number < view.intent->generation.number)
      latest = &*view.intent;
  }
  return latest;
}

std::set<MachineName> absent_in(const domain::Declaration& declaration, const domain::Intent& intent) {
  std::set<MachineName> absent(intent.absent.begin(), intent.absent.end());
  std::erase_if(absent, [&](const MachineName& one) { return declaration.cluster.find(one) == nullptr; });
  return absent;
}

std::vector<domain::Drained> drained_in(const domain::Declaration& declaration,
                                        const domain::Intent& intent) {
  std::vector<domain::Drained> drained = intent.drained;
  std::erase_if(drained,
                [&](const domain::Drained& one) { return declaration.cluster.find(one.box) == nullptr; });
  return drained;
}

bool noted_as_steady(const domain::Snapshot& snapshot, const domain::Plan& plan) {
  const domain::Intent* intent = latest_intent(snapshot);
  if (intent == nullptr) return plan.absent.empty() && plan.drained.empty();
  return std::ranges::all_of(snapshot.machines, [&](const auto& entry) {
    const auto& its = entry.second.intent;
    return its && its->generation == intent->generation && its->to == plan.to &&
           its->phase == domain::Intent::Phase::steady && its->absent == plan.absent &&
           its->drained == plan.drained;
  });
}

bool routed(const domain::Snapshot& snapshot, const domain::Instance& instance) {
  const domain::Route& route = snapshot.route.route;
  return snapshot.route.owned && route.kind == domain::Route::Kind::serving &&
         std::ranges::find(route.upstreams, instance.endpoint, &domain::Upstream::endpoint) !=
             route.upstreams.end();
}

bool reached(const domain::Snapshot& snapshot, const domain::Instance& instance) {
  return routed(snapshot, instance) || !snapshot.route.owned;
}

const domain::Health* health_of(const domain::Snapshot& snapshot, const domain::Instance& instance) {
  const domain::Member& leader = instance.leader();
  const domain::MachineView& view = snapshot.machine(leader.box);
  if (!view.known() || !runs(view.unit(leader.unit))) return nullptr;
  return snapshot.health_of(instance);
}

}  // namespace ff::planner
