#include "planner/hazards.h"

#include <algorithm>
#include <array>

#include "planner/graph.h"
#include "planner/hazard_list.h"
#include "planner/without.h"
#include "words/hazard.h"

namespace ff::planner {
namespace {

using Weight = domain::Hazard::Class;
using Fate = Coming::Fate;
namespace text = words::hazard;

constexpr Milliseconds memory_deadline = std::chrono::minutes(10);

template <class Kind>
bool plans(const std::vector<domain::Stage>& stages) {
  return std::ranges::any_of(stages, [](const domain::Stage& stage) {
    return std::ranges::any_of(
        stage.steps, [](const domain::Step& step) { return std::holds_alternative<Kind>(step.action); });
  });
}

/// A machine that did not answer: what it means for the target, and the command that does without it.
void add_silent(HazardList& list, const domain::Declaration& declaration, const domain::Profile* target,
                const domain::Snapshot& snapshot, const MachineName& machine, const Error& fault) {
  const Place place = {machine, {}};
  const domain::Declaration left = without_silent(declaration, snapshot);
  if (machine == declaration.cluster.route_host) {
    list.add("unreachable", Weight::block, place, text::silent_route_host(machine, fault));
  } else if (!something_left(left, target)) {
    list.add("unreachable", Weight::block, place,
             text::silent_and_needed(machine, fault, target->name, left.absent), way_without(left, target));
  } else {
    list.add("unreachable", Weight::block, place, text::silent(machine, fault), way_without(left, target));
  }
}

/// Two runs that both wrote the highest number: the lock was lost between them, and nobody can tell who is
/// right.
void add_forks(HazardList& list, const domain::Snapshot& snapshot) {
  const domain::Intent* latest = latest_intent(snapshot);
  if (latest == nullptr) return;
  const auto holds_latest = [&](const auto& entry) {
    return entry.second.known() && entry.second.intent && &*entry.second.intent == latest;
  };
  const auto first = std::ranges::find_if(snapshot.machines, holds_latest);
  for (const auto& [name, view] : snapshot.machines) {
    if (!view.known() || !view.intent) continue;
    const domain::Generation& other = view.intent->generation;
    if (other.number != latest->generation.number || other.run == latest->generation.run) continue;
    list.add("intent-fork", Weight::block, {name, {}},
             text::generations_disagree(other.number, first->first, latest->generation.run, name, other.run));
  }
}

/// A unit of the target on one box: it has to exist, to be startable and to be enabled in the end.
void add_unit(HazardList& list, const domain::Snapshot& snapshot, const MachineName& box,
              const UnitName& unit) {
  constexpr std::array not_to_be_enabled = {"static",   "generated", "linked", "linked-runtime", "transient",
                                            "indirect", "alias",     "bad",    "masked-runtime", "invalid"};
  const domain::MachineView& view = snapshot.machine(box);
  const domain::UnitState state = view.unit(unit);
  const Place place = {box, unit};
  if (state.load == domain::LoadState::not_found) {
    list.add("unit-not-found", Weight::block, place, text::unit_not_found(box, unit));
  } else if (state.load == domain::LoadState::error) {
    list.add("unit-unreadable", Weight::block, place, text::unit_unreadable(box, unit));
  } else if (state.load == domain::LoadState::masked && !view.masked(unit)) {
    list.add("foreign-mask", Weight::block, place, text::foreign_mask(box, unit));
  } else if (std::ranges::find(not_to_be_enabled, state.file_state) != not_to_be_enabled.end()) {
    list.add("cannot-enable", Weight::block, place, text::cannot_enable(box, unit, state.file_state));
  }
}

void add_units(HazardList& list, const Terms& terms) {
  for (const Coming& one : terms.buckets.coming) {
    for (const domain::Member& member : one.instance.members) {
      add_unit(list, terms.snapshot, member.box, member.unit);
    }
  }
  for (const auto& [machine, units] : terms.buckets.arm) {
    for (const UnitName& unit : units) add_unit(list, terms.snapshot, machine, unit);
  }
}

/// Units of each machine that some profile speaks of.
UnitsOf known_units(const Terms& terms) {
  UnitsOf known;
  for (const auto& [machine, view] : terms.snapshot.machines)
    known[machine] = serving_units(terms.declaration, machine);
  for (const Guard& guard : guards(terms.declaration, terms.target, terms.snapshot)) {
    known[guard.machine].insert(guard.unit);
    known[guard.machine].insert(guard.started.begin(), guard.started.end());
  }
  return known;
}

/// The profile of the unit that is started: its file is where the watchdog belongs.
std::string file_for(const Terms& terms, const MachineName& machine, const UnitName& started) {
  for (const domain::Profile& profile : terms.declaration.profiles) {
    if (!member_units(terms.declaration, profile, machine).contains(started)) continue;
    const std::string name = profile.name.text() + ".toml";
    return profile.file.empty() ? name : profile.file;
  }
  return "the profile of " + started.text();
}

void add_meddlers(HazardList& list, const Terms& terms, const MachineName& machine,
                  const std::set<UnitName>& known) {
  const domain::MachineView& view = terms.snapshot.machine(machine);
  const auto found = terms.buckets.mask.find(machine);
  if (found == terms.buckets.mask.end()) return;
  for (const Starter& starter : starters(view, found->second, known)) {
    const text::Meddler meddler = {machine, starter.unit, starter.through, starter.started, starter.how};
    const bool refused = view.masked(starter.started) && quiet(view, starter.started);
    const std::string file = file_for(terms, machine, starter.started);
    list.add("undeclared-watchdog", refused ? Weight::note : Weight::block, {machine, starter.unit},
             refused ? text::masked_anyway(meddler) : text::undeclared_watchdog(meddler, file));
  }
}

/// Live units of nobody's that stop what is to come, or are stopped by its start.
void add_strangers(HazardList& list, const Terms& terms, const MachineName& machine,
                   const std::set<UnitName>& known) {
  if (terms.target == nullptr) return;
  const domain::MachineView& view = terms.snapshot.machine(machine);
  for (const UnitName& ours : member_units(terms.declaration, *terms.target, machine)) {
    for (const domain::UnitDefinition& other : view.definitions) {
      if (known.contains(other.unit) || !is_live(view, other) || !conflict(view, ours, other.unit)) continue;
      // Every service conflicts with shutdown.target and the like: those are never active here.
      if (other.unit.text().ends_with(".target")) continue;
      list.add("conflict", Weight::block, {machine, other.unit},
               text::stranger_conflicts(machine, other.unit, ours));
    }
  }
}

void add_orderings(HazardList& list, const Terms& terms) {
  for (const Leaving& leaving : terms.buckets.leaving) {
    for (const auto& [machine, old] : leaving.units) {
      if (terms.target == nullptr) continue;
      const domain::MachineView& view = terms.snapshot.machine(machine);
      for (const UnitName& fresh : member_units(terms.declaration, *terms.target, machine)) {
        // A masked unit's file is not seen, and the order may stand in it.
        if (view.masked(old) || view.masked(fresh)) continue;
        if (!conflict(view, old, fresh) || ordered(view, old, fresh)) continue;
        list.add("no-ordering", Weight::note, {machine, fresh}, text::no_ordering(old, fresh));
      }
    }
  }
}

/// Ports that units of ours hold on the box now.
std::set<std::uint16_t> own_ports(const Terms& terms, const MachineName& box) {
  std::set<std::uint16_t> ports;
  for (const domain::Profile& profile : terms.declaration.profiles) {
    const auto instance = domain::instance_on(terms.declaration.cluster, profile, box);
    if (!instance || instance->leader().box != box) continue;
    if (terms.snapshot.machine(box).unit(instance->leader().unit).at_rest()) continue;
    ports.insert({profile.port, profile.master_port});
  }
  return ports;
}

void add_ports(HazardList& list, const Terms& terms) {
  for (const Coming& one : terms.buckets.coming) {
    if (one.fate != Fate::launch) continue;
    const domain::Member& leader = one.instance.leader();
    const std::uint16_t port = one.instance.endpoint.port;
    if (!terms.snapshot.machine(leader.box).listening.contains(port)) continue;
    if (own_ports(terms, leader.box).contains(port)) continue;
    list.add("port-taken", Weight::block, {leader.box, leader.unit},
             text::port_taken(leader.box, port, leader.unit));
  }
}

void add_memory(HazardList& list, const Terms& terms) {
  for (const auto& [box, room] : terms.rooms) {
    if (room.fit.fits()) continue;
    const text::Memory memory = {room.box,      room.unit,       room.total,      room.fit.need,
                                 room.fit.free, room.given_back, room.fit.reserve};
    const bool possible = room.on_its_way && room.available_min() <= room.total;
    list.add("memory", possible ? Weight::note : Weight::block, {room.box, {}},
             possible ? text::memory_awaited(memory, memory_deadline) : text::memory_missing(memory));
  }
}

/// Listeners where the proxy is to listen that cannot be the proxy's: a configuration that is not ff's has no
/// marker, and a proxy that is not active listens nowhere. nginx -t passes and its reload exits 0 in both
/// cases.
void add_proxy_ports(HazardList& list, const Terms& terms) {
  const domain::Cluster& cluster = terms.declaration.cluster;
  const domain::RouteView& route = terms.snapshot.route;
  const std::set<std::uint16_t>& listening = terms.snapshot.machine(cluster.route_host).listening;
  const Place at_unit = {cluster.route_host, cluster.proxy.unit};
  const auto taken = [&](std::uint16_t port) {
    if (!listening.contains(port)) return;
    list.add("port-taken", Weight::block, at_unit,
             text::port_taken(cluster.route_host, port, cluster.proxy.unit));
  };
  if (route.marker_epoch.empty()) taken(cluster.proxy.marker_port);
  if (!route.unit_active) taken(cluster.proxy.listen.port);
}

void add_proxy(HazardList& list, const Terms& terms) {
  const domain::Cluster& cluster = terms.declaration.cluster;
  const domain::MachineView& host = terms.snapshot.machine(cluster.route_host);
  const domain::RouteView& route = terms.snapshot.route;
  const Place place = {cluster.route_host, {}};
  const domain::Machine* machine = cluster.find(cluster.route_host);
  if (machine != nullptr && machine->is_box()) {
    list.add("proxy-on-box", Weight::note, place, text::proxy_on_box(cluster.route_host));
  }
  const Place at_unit = {cluster.route_host, cluster.proxy.unit};
  if (host.unit(cluster.proxy.unit).load == domain::LoadState::not_found && !route.unit_active) {
    list.add("proxy-not-found", Weight::block, at_unit,
             text::proxy_not_found(cluster.route_host, cluster.proxy.unit));
    return;
  }
  if (!route.unit_active) {
    list.add("proxy-inactive", Weight::note, at_unit,
             text::proxy_inactive(cluster.route_host, cluster.proxy.unit));
  }
  add_proxy_ports(list, terms);
  if (route.owned && route.route.notice) {
    list.add("maintenance", Weight::block, place, text::maintenance_on(cluster.route_host, route.route),
             {Advice::Kind::end_maintenance, {}});
  }
  if (!route.owned) {
    list.add("foreign-proxy-config", Weight::accept, place,
             text::foreign_proxy_config(cluster.route_host, cluster.proxy.config));
  } else if (!route.in_step() && !route.fault.empty()) {
    list.add("proxy-unknown", Weight::note, place, text::proxy_unknown(cluster.route_host, route.fault));
  }
}

void add_notes(HazardList& list, const Terms& terms, const UnitsOf& known) {
  for (const auto& [machine, view] : terms.snapshot.machines) {
    for (const auto& [unit, state] : view.units) {
      if (!state.needs_reload || known.at(machine).contains(unit)) continue;
      list.add("needs-reload", Weight::note, {machine, unit}, text::needs_reload(machine, unit));
    }
  }
}

}  // namespace

std::vector<domain::Hazard> machine_hazards(const domain::Declaration& declaration,
                                            const domain::Profile* target, const domain::Snapshot& snapshot) {
  HazardList list;
  for (const MachineName& machine : declaration.machines_left()) {
    const domain::MachineView& view = snapshot.machine(machine);
    const Place place = {machine, {}};
    if (view.fault) {
      add_silent(list, declaration, target, snapshot, machine, *view.fault);
    } else if (view.uid != 0) {
      list.add("not-root", Weight::block, place, text::not_root(machine, view.uid));
    }
  }
  if (!something_but_for_drained(declaration, target)) {
    list.add("nothing-left", Weight::block, {}, text::nothing_left(target->name, declaration.absent));
  }
  add_forks(list, snapshot);
  return list.take();
}

std::vector<domain::Hazard> plan_hazards(const Terms& terms, const std::vector<domain::Stage>& stages) {
  HazardList list;
  add_units(list, terms);
  if (plans<domain::Launch>(stages)) {
    add_ports(list, terms);
    add_memory(list, terms);
    add_orderings(list, terms);
  }
  UnitsOf known = known_units(terms);
  for (const MachineName& machine : terms.declaration.machines_left()) {
    add_meddlers(list, terms, machine, known[machine]);
    add_strangers(list, terms, machine, known[machine]);
  }
  if (plans<domain::SetRoute>(stages)) add_proxy(list, terms);
  add_notes(list, terms, known);
  return list.take();
}

}  // namespace ff::planner
