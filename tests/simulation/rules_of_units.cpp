// The rules for what ff starts and enables: I1, I3 and I8.
#include <algorithm>

#include "base/text.h"
#include "capacity/capacity.h"
#include "codec/intent.h"
#include "observe/paths.h"
#include "render/environment.h"
#include "rules.hpp"

namespace ff::simulation {
namespace {

using domain::ActiveState;

bool names(const domain::Profile& profile, const MachineName& box) {
  return std::ranges::find(profile.boxes, box) != profile.boxes.end();
}

/// The timer, or whatever the watchdog is, and what it starts.
std::vector<UnitName> units_of(sim::Machine& machine, const domain::Watchdog& watchdog) {
  const std::string text = machine.disk.file(machine.disk.unit_path(watchdog.unit)).value_or("");
  const sim::UnitFile file = sim::unit_file_of(watchdog.unit, text);
  std::vector<UnitName> units = {watchdog.unit};
  const auto triggers = file.relations.find("Triggers");
  if (triggers != file.relations.end())
    units.insert(units.end(), triggers->second.begin(), triggers->second.end());
  return units;
}

std::vector<UnitName> units_in(const std::string& subject) {
  std::vector<UnitName> units;
  for (const std::string& word : split(subject, ' ')) units.emplace_back(word);
  return units;
}

}  // namespace

/// Whether any profile makes the unit a part of an instance on the box.
bool Rules::serves_for(const MachineName& box, const UnitName& unit) const {
  return std::ranges::any_of(declaration_.profiles, [&](const domain::Profile& profile) {
    return names(profile, box) && (profile.leader_unit == unit || profile.worker_unit == unit);
  });
}

/// Everything on the box that could take the unit down, or whose start could: units of other profiles, what
/// its file conflicts with, watchdogs with what they start.
std::vector<UnitName> Rules::rivals_of(sim::Machine& machine, const UnitName& unit) const {
  std::set<UnitName> found;
  for (const domain::Profile& profile : declaration_.profiles) {
    if (names(profile, machine.name)) found.insert({profile.leader_unit, profile.worker_unit});
    for (const domain::Watchdog& watchdog : profile.watchdogs) {
      if (std::ranges::find(watchdog.boxes, machine.name) == watchdog.boxes.end()) continue;
      for (const UnitName& one : units_of(machine, watchdog)) found.insert(one);
    }
  }
  const auto file = [&](const UnitName& one) {
    return sim::unit_file_of(one, machine.disk.file(machine.disk.unit_path(one)).value_or(""));
  };
  const sim::UnitFile own = file(unit);
  std::vector<UnitName> rivals;
  for (const UnitName& other : machine.disk.unit_files()) {
    if (other == unit) continue;
    const bool conflicts = own.relates("Conflicts", other) || file(other).relates("Conflicts", unit);
    if (conflicts || found.contains(other)) rivals.push_back(other);
  }
  return rivals;
}

/// A profile that has the unit on the box arms this watchdog with it: it is never masked.
bool Rules::armed_with(const MachineName& box, const UnitName& unit, const UnitName& rival) const {
  return std::ranges::any_of(declaration_.profiles, [&](const domain::Profile& profile) {
    const bool asked = !runs_.back().target || *runs_.back().target == profile.name;
    if (!asked || !names(profile, box) || (profile.leader_unit != unit && profile.worker_unit != unit))
      return false;
    return std::ranges::any_of(profile.watchdogs, [&](const domain::Watchdog& watchdog) {
      const bool here = std::ranges::find(watchdog.boxes, box) != watchdog.boxes.end();
      if (!watchdog.arm || !here) return false;
      const auto units = units_of(world_.machine(box), watchdog);
      return std::ranges::find(units, rival) != units.end();
    });
  });
}

/// Somebody else started it so lately that ff need not have seen it.
bool Rules::foreign_start(sim::Machine& machine, const UnitName& unit) {
  const ActiveState active = machine.manager.state(unit).active;
  const auto changed = machine.manager.changed_at(unit);
  const bool starts = active == ActiveState::active || active == ActiveState::activating;
  return starts && changed && recently(*changed) && !started_by_ff_.contains({machine.name, unit});
}

/// I1 and I3: before a launch everything that conflicts is at rest, disabled and masked.
void Rules::check_start(const sim::Act& act) {
  sim::Machine& machine = world_.machine(act.machine);
  const UnitName unit(act.subject);
  for (const UnitName& rival : rivals_of(machine, unit)) {
    stake(1);
    stake(3);
    const domain::UnitState state = machine.manager.state(rival);
    if (!state.at_rest() && !foreign_start(machine, rival)) {
      breaks("I1 " + act.text() + " beside " + rival.text() + ", which is " + word(state.active));
    }
    const bool masked = state.load == domain::LoadState::masked && machine.disk.masked().contains(rival);
    if (!masked && !armed_with(machine.name, unit, rival)) {
      breaks("I3 " + act.text() + " with unmasked " + rival.text());
    }
    if (machine.disk.wanted().contains(rival) && !lately_disturbed()) {
      breaks("I3 " + act.text() + " with enabled " + rival.text());
    }
  }
  check_memory(act);
}

/// I8: a start leaves its box the reserve.
void Rules::check_memory(const sim::Act& act) {
  sim::Machine& machine = world_.machine(act.machine);
  const domain::Machine* declared = declaration_.cluster.find(act.machine);
  const auto settings = machine.disk.file(render::environment_path(UnitName(act.subject)));
  constexpr std::string_view name = "FF_GPU_MEMORY_UTILIZATION=";
  if (!settings || declared == nullptr) return;
  for (const std::string& line : lines(*settings)) {
    if (!line.starts_with(name)) continue;
    stake(8);
    const domain::Memory memory = machine.memory.now();
    const Bytes need = capacity::need(memory.total, std::stod(line.substr(name.size())));
    const bool left = memory.available - need >= declared->memory_reserve;
    if (!left && !lately_disturbed() && !runs_.back().memory_taken.contains(act.machine)) {
      breaks("I8 " + act.text() + ": needs " + human(need) + ", free are " + human(memory.available));
    }
  }
}

/// A server on that port gave a token, if need be a moment before it died.
bool Rules::gave_token(const domain::Endpoint& endpoint) {
  const sim::Engine* engine = world_.engine_at(endpoint);
  if (engine != nullptr && engine->gave_token()) return true;
  for (const domain::Machine& machine : declaration_.cluster.machines) {
    if (machine.api != endpoint.address) continue;
    const auto& tokens = world_.machine(machine.name).tokens;
    const auto last = tokens.find(endpoint.port);
    if (last != tokens.end() && recently(last->second)) return true;
  }
  return false;
}

/// Whether an instance that the unit belongs to gave a token since it was started.
bool Rules::healthy(const MachineName& box, const UnitName& unit) {
  for (const domain::Profile& profile : declaration_.profiles) {
    for (const domain::Instance& instance : domain::instances_of(declaration_.cluster, profile)) {
      const bool member = std::ranges::any_of(
          instance.members, [&](const domain::Member& one) { return one.box == box && one.unit == unit; });
      if (member && gave_token(instance.endpoint)) return true;
    }
  }
  return false;
}

/// The one case in which a unit is enabled that was not healthy: the profile before could not be had again
/// either, and is left for the next boot to try.
bool Rules::goes_back(const MachineName& box, const UnitName& unit) {
  const auto file = world_.machine(box).disk.file(observe::intent_path);
  const auto intent = file ? codec::intent_from(*file) : fail(ErrorCode::not_found, "none");
  if (!intent || intent->gave_up.empty()) return false;
  const domain::Profile* profile = declaration_.find(intent->to);
  return profile != nullptr && (profile->leader_unit == unit || profile->worker_unit == unit);
}

/// I3: nothing is enabled that was not healthy; a watchdog is armed as it was, or as its profile says.
void Rules::check_enable(const sim::Act& act) {
  for (const UnitName& unit : units_in(act.subject)) {
    stake(3);
    if (serves_for(act.machine, unit)) {
      const bool well = healthy(act.machine, unit) || lately_disturbed();
      if (!well && !goes_back(act.machine, unit)) breaks("I3 " + act.text() + ", not healthy");
      continue;
    }
    const bool as_before = runs_.back().enabled_before.contains({act.machine, unit});
    const bool declared = std::ranges::any_of(declaration_.profiles, [&](const domain::Profile& profile) {
      return armed_with(act.machine, profile.leader_unit, unit);
    });
    if (!as_before && !declared) breaks("I3 " + act.text() + ", which nobody asked for");
  }
}

}  // namespace ff::simulation
