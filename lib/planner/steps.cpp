#include "planner/steps.h"

#include <algorithm>
#include <map>

#include "planner/graph.h"
#include "planner/routes.h"
#include "render/environment.h"
#include "words/reason.h"

namespace ff::planner {
namespace {

using Fate = Coming::Fate;
namespace reason = words::reason;

/// How long memory may take to come back after its process is gone: minutes, by experience.
constexpr Milliseconds memory_deadline = std::chrono::minutes(10);
constexpr Milliseconds settle_pause = std::chrono::seconds(2);

std::vector<UnitName> listed(const std::set<UnitName>& units) {
  return {units.begin(), units.end()};
}

const Room* room_on(const Terms& terms, const MachineName& box) {
  const auto found = terms.rooms.find(box);
  return found == terms.rooms.end() ? nullptr : &found->second;
}

/// "would start ff-split-leader.service, which stops ff-replica.service" where the unit files tell it.
std::string silence_reason(const Terms& terms, const MachineName& machine, const Guard& guard) {
  if (guard.arm) return reason::meddles();
  const domain::MachineView& view = terms.snapshot.machine(machine);
  const auto started = starts(view, guard.unit, serving_units(terms.declaration, machine));
  if (started.empty()) return reason::watchdog_of(guard.profile);
  if (terms.target == nullptr) return reason::would_start(*started.begin(), {});
  for (const UnitName& own : member_units(terms.declaration, *terms.target, machine)) {
    if (conflict(view, own, *started.begin())) return reason::would_start(*started.begin(), own);
  }
  return reason::would_start(*started.begin(), {});
}

domain::Route route_for(const Terms& terms, const std::vector<domain::Instance>& serving) {
  if (serving.empty()) return nothing_serves_route(!terms.buckets.coming.empty());
  const bool old = std::ranges::none_of(
      serving, [&](const domain::Instance& instance) { return instance.profile == terms.target_name; });
  return serving_route(old ? serving.front().profile : terms.target_name, serving);
}

/// The ports that a unit's instance listens on, on its leader's box.
std::vector<std::uint16_t> ports_of(const Terms& terms, const domain::Instance& instance,
                                    const MachineName& box) {
  if (instance.leader().box != box) return {};
  const domain::Profile* profile = terms.declaration.find(instance.profile);
  std::vector<std::uint16_t> ports = {instance.endpoint.port};
  if (profile != nullptr && instance.members.size() > 1 && profile->master_port != 0) {
    ports.push_back(profile->master_port);
  }
  return ports;
}

/// Everything that one component stops on one box.
struct Stop {
  std::set<UnitName> units;
  std::set<std::uint16_t> ports;
  std::string reason;
};

/// Why what runs is not drained: it would only lengthen the outage.
std::string undrained(const Verdict& verdict) {
  if (verdict.standing == Standing::broken) return reason::drain_skipped(verdict.cause);
  if (verdict.standing == Standing::starting) return reason::drain_skipped("it is still loading");
  return {};
}

std::string sentence(const std::string& first, const std::string& second) {
  return second.empty() ? first : first + "; " + second;
}

/// A drained box, or that the target has no room for it.
std::string why_it_leaves(const Terms& terms, const Component& component) {
  for (const Leaving* one : component.leaving) {
    if (!one->instance || one->instance->profile != terms.target_name) continue;
    for (const domain::Member& member : one->instance->members) {
      if (terms.declaration.is_drained(member.box)) return reason::drained(member.box);
    }
  }
  return reason::makes_room(terms.target_name);
}

std::string leaving_reason(const Terms& terms, const Component& component) {
  const std::string why = why_it_leaves(terms, component);
  std::string skipped;
  for (const Leaving* one : component.leaving) {
    if (one->verdict.standing == Standing::healthy) return why;
    if (skipped.empty()) skipped = undrained(one->verdict);
  }
  return sentence(why, skipped);
}

void add_stop(const Terms& terms, std::map<MachineName, Stop>& stops, const Leaving& leaving,
              const std::string& why) {
  for (const auto& [machine, unit] : leaving.units) {
    Stop& stop = stops[machine];
    stop.units.insert(unit);
    const bool shared =
        terms.target != nullptr && member_units(terms.declaration, *terms.target, machine).contains(unit);
    stop.reason = shared ? reason::made_anew(terms.target_name) : why;
    if (!leaving.instance || leaving.verdict.standing == Standing::stopped) continue;
    const auto ports = ports_of(terms, *leaving.instance, machine);
    stop.ports.insert(ports.begin(), ports.end());
  }
}

void add_stop(const Terms& terms, std::map<MachineName, Stop>& stops, const Coming& coming) {
  if (coming.fate != Fate::replace) return;
  for (const domain::Member& member : coming.instance.members) {
    Stop& stop = stops[member.box];
    stop.units.insert(member.unit);
    const auto ports = ports_of(terms, coming.instance, member.box);
    stop.ports.insert(ports.begin(), ports.end());
    stop.reason = reason::starts_again(coming.cause);
  }
}

std::string launch_reason(const Terms& terms, const Coming& coming, const domain::Member& member,
                          int position, int of) {
  std::string text = member.rank == 0
                         ? reason::start({position, of, coming.expected.duration, coming.expected.recorded})
                         : reason::before_leader(coming.instance.leader().unit);
  const Room* room = room_on(terms, member.box);
  if (room == nullptr) return text;
  const capacity::Fit& fit = room->fit;
  return sentence(text, fit.fits() ? reason::memory(fit.need, fit.free, fit.reserve)
                                   : reason::memory_short(fit.need, fit.free, fit.reserve));
}

}  // namespace

std::vector<domain::Step> silence_steps(const Terms& terms, const domain::Snapshot& world) {
  std::vector<domain::Step> steps;
  std::map<MachineName, std::vector<Guard>> guards_on;
  for (Guard& guard : guards(terms.declaration, terms.target, terms.snapshot))
    guards_on[guard.machine].push_back(std::move(guard));
  for (const auto& [machine, units] : terms.buckets.silence) {
    const auto is_quiet = [&](const UnitName& unit) { return quiet(world.machine(machine), unit); };
    if (std::ranges::all_of(units, is_quiet)) continue;
    std::string why;
    for (const Guard& guard : guards_on[machine]) {
      if (why.empty() && units.contains(guard.unit)) why = silence_reason(terms, machine, guard);
    }
    // All of them: what a timer starts may be at rest now and at work when the timer is stopped.
    steps.push_back({domain::Silence{machine, listed(units)}, why});
  }
  return steps;
}

domain::Step route_step(const Terms& terms, const std::vector<domain::Instance>& serving,
                        const std::string& reason) {
  domain::SetRoute set = {terms.declaration.cluster.route_host, route_for(terms, serving), {}};
  for (const domain::Instance& instance : serving) set.instances.push_back(instance.name);
  return {std::move(set), reason};
}

std::vector<domain::Step> gate_steps(const Terms& terms, const std::vector<domain::Instance>& others,
                                     const Component& component) {
  std::vector<domain::Step> steps;
  for (const domain::Instance& other : others) {
    const domain::Profile* profile = terms.declaration.find(other.profile);
    const Milliseconds deadline = profile->token_deadline;
    steps.push_back({domain::AwaitHealthy{other.leader().box, other, deadline, deadline},
                     reason::gate_before(component.changing())});
  }
  return steps;
}

std::vector<domain::Step> drain_steps(const Terms& terms, const Component& component, bool outage) {
  std::vector<domain::Step> steps;
  const auto add = [&](const domain::Instance& instance) {
    const Milliseconds timeout = terms.declaration.find(instance.profile)->drain_timeout;
    steps.push_back({domain::Drain{instance.leader().box, instance, timeout}, reason::drain(outage)});
  };
  for (const Leaving* one : component.leaving) {
    if (one->instance && one->verdict.standing == Standing::healthy) add(*one->instance);
  }
  for (const Coming* one : component.coming) {
    if (one->fate == Fate::replace && one->serves) add(one->instance);
  }
  return steps;
}

std::vector<domain::Step> retire_steps(const Terms& terms, const Component& component) {
  std::map<MachineName, Stop> stops;
  const std::string why = leaving_reason(terms, component);
  for (const Leaving* one : component.leaving) add_stop(terms, stops, *one, why);
  for (const Coming* one : component.coming) add_stop(terms, stops, *one);
  std::vector<domain::Step> steps;
  for (const auto& [machine, stop] : stops) {
    domain::Retire retire = {machine, listed(stop.units), {stop.ports.begin(), stop.ports.end()}, {}, {}};
    if (const Room* room = room_on(terms, machine)) {
      retire.memory_available_min = room->available_min();
      retire.memory_deadline = memory_deadline;
    }
    steps.push_back({std::move(retire), stop.reason});
  }
  return steps;
}

std::vector<domain::Step> lift_steps(const UnitsOf& units, const domain::Snapshot& world) {
  std::vector<domain::Step> steps;
  for (const auto& [machine, names] : units) {
    const domain::MachineView& view = world.machine(machine);
    domain::Unmask lift = {machine, {}};
    for (const UnitName& unit : names) {
      if (view.masked(unit) && !quiet(view, unit)) lift.units.push_back(unit);
    }
    if (!lift.units.empty()) steps.push_back({std::move(lift), reason::mask_in_the_way()});
  }
  return steps;
}

std::vector<domain::Step> mask_steps(const Terms& terms, const UnitsOf& all, const domain::Snapshot& world) {
  std::vector<domain::Step> steps;
  for (const auto& [machine, units] : all) {
    const domain::MachineView& view = world.machine(machine);
    domain::Mask mask = {machine, {}};
    for (const UnitName& unit : units) {
      // What still runs belongs to a component that changes later, and is masked then.
      if (quiet(view, unit) && !kept_down(view, unit)) mask.units.push_back(unit);
    }
    const bool drained = terms.declaration.is_drained(machine);
    const std::string why = drained ? reason::kept_drained() : reason::kept_down(terms.target_name);
    if (!mask.units.empty()) steps.push_back({std::move(mask), why});
  }
  return steps;
}

std::vector<domain::Step> unmask_steps(const Terms& terms, const Component& component) {
  UnitsOf units;
  for (const Coming* one : component.coming) {
    for (const domain::Member& member : one->instance.members) units[member.box].insert(member.unit);
  }
  std::vector<domain::Step> steps;
  for (const auto& [machine, names] : units) {
    steps.push_back({domain::Unmask{machine, listed(names)}, reason::to_come(terms.target_name)});
  }
  return steps;
}

std::vector<domain::Step> memory_steps(const Terms& terms, const Component& component,
                                       const domain::Snapshot& world) {
  std::vector<domain::Step> steps;
  for (const MachineName& box : component.boxes) {
    const Room* room = room_on(terms, box);
    if (room == nullptr || world.machine(box).memory.available >= room->available_min()) continue;
    domain::Retire wait = {box, {room->unit}, {}, room->available_min(), memory_deadline};
    steps.push_back({std::move(wait), reason::memory_returns()});
  }
  return steps;
}

std::vector<domain::Step> configure_steps(const Terms& terms, const Component& component) {
  std::vector<domain::Step> steps;
  for (const Coming* one : component.coming) {
    for (const domain::Member& member : one->instance.members) {
      const domain::Cluster& cluster = terms.declaration.cluster;
      domain::Configure configure = {
          member.box, member.unit, render::environment_path(member.unit),
          render::unit_environment(cluster, *terms.target, member.box, member.rank, one->instance)};
      steps.push_back(
          {std::move(configure), reason::settings(domain::settings_on(cluster, *terms.target, member.box))});
    }
  }
  return steps;
}

std::vector<domain::Step> launch_steps(const Terms& terms, const Coming& coming, bool leader, int position,
                                       int of) {
  std::vector<domain::Step> steps;
  for (const domain::Member& member : coming.instance.members) {
    if ((member.rank == 0) != leader) continue;
    steps.push_back(
        {domain::Launch{member.box, member.unit, coming.instance.profile, coming.instance.name, leader},
         launch_reason(terms, coming, member, position, of)});
  }
  return steps;
}

domain::Step health_step(const Terms& terms, const Coming& coming) {
  const std::string why = coming.fate == Fate::wait ? reason::already_starting() : std::string();
  return {domain::AwaitHealthy{coming.instance.leader().box, coming.instance, terms.target->start_deadline,
                               terms.target->token_deadline, coming.expected.duration},
          why};
}

std::vector<domain::Step> enable_steps(const Coming& coming) {
  std::vector<domain::Step> steps;
  for (const domain::Member& member : coming.instance.members) {
    steps.push_back({domain::Enable{member.box, {member.unit}}, reason::after_healthy()});
  }
  return steps;
}

std::vector<domain::Step> unmask_watchdog_steps(const Terms& terms) {
  std::vector<domain::Step> steps;
  for (const auto& [machine, units] : terms.buckets.armed_too) {
    steps.push_back({domain::Unmask{machine, listed(units)}, reason::to_come(terms.target_name)});
  }
  return steps;
}

std::vector<domain::Step> arm_steps(const Terms& terms) {
  std::vector<domain::Step> steps;
  for (const auto& [machine, units] : terms.buckets.arm) {
    steps.push_back({domain::Arm{machine, listed(units)}, reason::armed_by(terms.target_name)});
  }
  return steps;
}

domain::Step settle_step(const Terms& terms) {
  domain::Settle settle = {terms.declaration.cluster.route_host, settle_pause, {}, {}};
  for (const Coming& one : terms.buckets.coming) settle.serving.push_back(one.instance);
  for (const auto& [machine, units] : terms.buckets.mask) {
    for (const UnitName& unit : units) settle.retired.emplace_back(machine, unit);
  }
  return {std::move(settle), reason::second_look()};
}

}  // namespace ff::planner
