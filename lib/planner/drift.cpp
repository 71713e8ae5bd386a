#include "planner/drift.h"

#include <algorithm>

#include "planner/disk.h"
#include "planner/hazard_list.h"
#include "planner/inventory.h"
#include "planner/planner.h"
#include "planner/presence.h"
#include "planner/standing.h"
#include "planner/without.h"
#include "words/drift.h"

namespace ff::planner {
namespace {

using Weight = domain::Hazard::Class;
namespace text = words::drift;

/// Everything that judging one profile needs.
struct Court {
  const domain::Declaration& declaration;
  const domain::Snapshot& snapshot;
  domain::Rung healthy_from;
  const domain::Profile* profile;  ///< nullptr when the world is in none, or switched off
  const domain::Intent* intent;    ///< nullptr while ff never changed anything: then it promised nothing
  HazardList list = {};

  [[nodiscard]] Seen seen() const { return {snapshot, healthy_from}; }
};

void judge_machines(Court& court, Judgement& judgement) {
  for (const MachineName& machine : court.declaration.machines_left()) {
    const domain::MachineView& view = court.snapshot.machine(machine);
    if (!view.fault) continue;
    judgement.known = false;
    court.list.add("unreachable", Weight::block, {machine, {}}, words::hazard::silent(machine, *view.fault));
  }
}

/// An absent machine that answers is back, which is as much worth telling as one that is not.
void judge_absent(Court& court, const Judgement& judgement) {
  for (const MachineName& machine : judgement.absent) {
    const bool back = court.snapshot.machine(machine).known();
    court.list.add(back ? "back" : "absent", Weight::note, {machine, {}},
                   back ? text::back(machine, *court.intent) : text::absent(machine, *court.intent));
  }
}

/// A drained box is as its operator wants it, and less than what is declared.
void judge_drained(Court& court) {
  for (const domain::Drained& one : court.declaration.drained) {
    court.list.add("drained", Weight::note, {one.box, {}}, text::drained(one, court.snapshot.seen_at));
  }
}

bool maintenance_on(const domain::Snapshot& snapshot) {
  return snapshot.route.owned && snapshot.route.route.notice.has_value();
}

void judge_intent(Court& court, const Judgement& judgement) {
  if (court.intent == nullptr) return;
  if (court.intent->phase == domain::Intent::Phase::switching) {
    court.list.add("unfinished-run", Weight::note, {}, text::unfinished(*court.intent));
  }
  for (const auto& [machine, view] : court.snapshot.machines) {
    if (!view.known() || court.declaration.absent.contains(machine)) continue;
    const std::int64_t number = view.intent ? view.intent->generation.number : 0;
    if (number >= court.intent->generation.number) continue;
    court.list.add("intent-behind", Weight::note, {machine, {}},
                   text::intent_behind(machine, number, *court.intent));
  }
  if (court.intent->to != judgement.profile && !judgement.profile.empty()) {
    court.list.add("intent-differs", Weight::note, {},
                   text::another_serves(court.intent->to, judgement.profile));
  }
}

/// Beside one that is down: then a leader may well answer /health, and hangs.
bool any_rank_runs(const domain::Snapshot& snapshot, const domain::Instance& instance) {
  return std::ranges::any_of(instance.members, [&](const domain::Member& member) {
    return runs(snapshot.machine(member.box).unit(member.unit));
  });
}

void judge_member(Court& court, const domain::Instance& instance, const domain::Member& member) {
  const domain::MachineView& view = court.snapshot.machine(member.box);
  if (!view.known()) return;
  const domain::UnitState state = view.unit(member.unit);
  const Place place = {member.box, member.unit};
  const bool enabled = view.enabled(member.unit);
  if (masked(view, member.unit)) {
    court.list.add("masked", Weight::note, place, text::member_masked(member.box, member.unit));
  }
  if (!runs(state) && any_rank_runs(court.snapshot, instance)) {
    court.list.add("rank-dead", Weight::note, place, text::rank_dead(instance.name, member, state));
  } else if (!runs(state)) {
    court.list.add("down", Weight::note, place, text::member_down(member.box, member.unit, state, enabled));
  } else if (!enabled) {
    court.list.add("not-enabled", Weight::note, place, text::not_enabled(member.box, member.unit));
  }
}

void judge_instance(Court& court, const domain::Instance& instance) {
  for (const domain::Member& member : instance.members) judge_member(court, instance, member);
  const domain::Member& leader = instance.leader();
  const Place place = {leader.box, leader.unit};
  const bool boxes_known = std::ranges::all_of(instance.members, [&](const domain::Member& member) {
    return court.snapshot.machine(member.box).known();
  });
  const auto stale = stale_rank(instance, court.snapshot);
  if (boxes_known && stale && !healthy(court.seen(), instance)) {
    court.list.add("rank-stale", Weight::note, {stale->member.box, stale->member.unit},
                   text::rank_stale(instance.name, stale->member, stale->older_by));
  }
  const domain::Health* health = health_of(court.snapshot, instance);
  if (boxes_known && health != nullptr && health->rung < court.healthy_from) {
    court.list.add("unhealthy", Weight::note, place, text::unhealthy(instance.name, *health));
  }
  if (healthy(court.seen(), instance) && court.snapshot.route.owned && !maintenance_on(court.snapshot) &&
      !routed(court.snapshot, instance)) {
    court.list.add("not-routed", Weight::note, place, text::not_routed(instance.name));
  }
  const bool runs = any_rank_runs(court.snapshot, instance);
  if (court.intent != nullptr && boxes_known && runs &&
      !configured(court.declaration, instance, court.snapshot)) {
    court.list.add("settings-differ", Weight::note, place, text::settings_differ(leader.box, leader.unit));
  }
}

void judge_resting(Court& court, const MachineName& machine, const UnitName& unit) {
  const domain::MachineView& view = court.snapshot.machine(machine);
  const domain::UnitState state = state_of(view, unit);
  if (!view.known() || (state.load == domain::LoadState::not_found && !view.masked(unit))) return;
  if (!quiet(view, unit)) {
    court.list.add("should-rest", Weight::note, {machine, unit},
                   text::should_rest(machine, unit, state, view.enabled(unit)));
  } else if (court.intent != nullptr && !view.masked(unit)) {
    court.list.add("not-masked", Weight::note, {machine, unit}, text::not_masked(machine, unit));
  }
}

void judge_guard(Court& court, const Guard& guard) {
  const domain::MachineView& view = court.snapshot.machine(guard.machine);
  if (!view.known()) return;
  // What ff found running with its own profile it never promised to stop.
  const bool as_found =
      court.intent == nullptr && court.profile != nullptr && guard.profile == court.profile->name;
  if (as_found) return;
  if (!guard.arm) {
    judge_resting(court, guard.machine, guard.unit);
    for (const UnitName& started : guard.started) judge_resting(court, guard.machine, started);
  } else if (!view.enabled(guard.unit) || !runs(state_of(view, guard.unit))) {
    court.list.add("not-armed", Weight::note, {guard.machine, guard.unit},
                   text::not_armed(guard.machine, guard.unit));
  }
}

/// Units of other profiles and watchdogs: in a world that is in no profile nobody can say what should rest.
void judge_rest(Court& court) {
  if (court.profile == nullptr && court.intent == nullptr) return;
  for (const MachineName& machine : court.declaration.machines_left()) {
    std::set<UnitName> units = serving_units(court.declaration, machine);
    if (court.profile != nullptr) {
      for (const UnitName& own : member_units(court.declaration, *court.profile, machine)) units.erase(own);
    }
    for (const UnitName& unit : units) judge_resting(court, machine, unit);
  }
  for (const Guard& guard : guards(court.declaration, court.profile, court.snapshot))
    judge_guard(court, guard);
}

/// Half-way through a change the route names instances of two profiles.
bool serves_at(const Court& court, const domain::Profile& profile, const domain::Endpoint& endpoint) {
  const auto instances = domain::instances_left(court.declaration, profile);
  return std::ranges::any_of(instances, [&](const domain::Instance& instance) {
    return instance.endpoint == endpoint && healthy(court.seen(), instance);
  });
}

void judge_route(Court& court) {
  const domain::Cluster& cluster = court.declaration.cluster;
  const domain::RouteView& route = court.snapshot.route;
  const Place place = {cluster.route_host, {}};
  if (!court.snapshot.machine(cluster.route_host).known()) return;
  if (!route.unit_active) {
    court.list.add("proxy-inactive", Weight::note, {cluster.route_host, cluster.proxy.unit},
                   words::hazard::proxy_inactive(cluster.route_host, cluster.proxy.unit));
  } else if (!route.owned) {
    court.list.add("foreign-proxy-config", Weight::accept, place,
                   words::hazard::foreign_proxy_config(cluster.route_host, cluster.proxy.config));
  } else if (!route.in_step()) {
    court.list.add("route-differs", Weight::note, place, text::route_differs(cluster.route_host, route));
  }
  if (maintenance_on(court.snapshot)) {
    court.list.add("maintenance", Weight::note, place,
                   text::maintenance(cluster.route_host, route.route, court.snapshot.seen_at));
  }
  if (!route.owned || route.route.kind != domain::Route::Kind::serving) return;
  for (const domain::Upstream& upstream : route.route.upstreams) {
    const bool alive = std::ranges::any_of(court.declaration.profiles, [&](const domain::Profile& profile) {
      return serves_at(court, profile, upstream.endpoint);
    });
    if (alive) continue;
    const std::string endpoint = domain::text(upstream.endpoint);
    court.list.add("dead-upstream:" + endpoint, Weight::note, place,
                   text::dead_upstream(cluster.route_host, endpoint));
  }
}

/// What a good status would hide, and the operator has to know all the same.
std::vector<domain::Hazard> notes_on(const domain::Declaration& declaration,
                                     const domain::Snapshot& snapshot) {
  HazardList list;
  const MachineName& host = declaration.cluster.route_host;
  const domain::Machine* machine = declaration.cluster.find(host);
  if (machine != nullptr && machine->is_box()) {
    list.add("proxy-on-box", Weight::note, {host, {}}, words::hazard::proxy_on_box(host));
  }
  const bool all_known = std::ranges::all_of(
      declaration.machines_left(), [&](const MachineName& name) { return snapshot.machine(name).known(); });
  if (all_known && latest_intent(snapshot) == nullptr) {
    std::size_t masks = 0;
    for (const auto& [name, view] : snapshot.machines) masks += view.masked_links.size();
    list.add("hands-off", Weight::note, {}, text::hands_off(masks));
  }
  add_disks(list, declaration, snapshot, {}, true);
  return list.take();
}

/// Where nothing drifted but by absence: the absent machine that is back, else the first of them.
Advice advice_for_absence(const Court& court, const Judgement& judgement) {
  const auto back = std::ranges::find_if(
      judgement.absent, [&](const MachineName& machine) { return court.snapshot.machine(machine).known(); });
  if (back != judgement.absent.end()) return {Advice::Kind::rejoin, back->text()};
  return {Advice::Kind::rejoin_later, judgement.absent.front().text()};
}

Advice advice_for(const Court& court, const Judgement& judgement) {
  if (judgement.as_declared()) return {};
  const bool can_be_had = court.intent != nullptr && (court.intent->to == ProfileName(off) ||
                                                      court.declaration.find(court.intent->to) != nullptr);
  const ProfileName& wanted = can_be_had ? court.intent->to : judgement.profile;
  if (!judgement.known) {
    const domain::Profile* profile = court.declaration.find(wanted);
    return profile == nullptr ? Advice{}
                              : way_without(without_silent(court.declaration, court.snapshot), profile);
  }
  if (maintenance_on(court.snapshot)) return {Advice::Kind::end_maintenance, {}};
  const std::vector<MachineName>& drained = judgement.drained;
  if (judgement.drift.size() == judgement.absent.size() + drained.size()) {
    if (!judgement.absent.empty()) return advice_for_absence(court, judgement);
    if (!drained.empty()) return {Advice::Kind::undrain, drained.front().text()};
  }
  return wanted.empty() ? Advice{} : Advice{Advice::Kind::switch_to, wanted.text(), judgement.absent};
}

/// What the intent does without is absent; a name that is no machine any more is nobody's absence.
domain::Declaration as_intended(domain::Declaration declaration, const domain::Intent* intent) {
  if (intent == nullptr) return declaration;
  declaration.absent.merge(absent_in(declaration, *intent));
  declaration.drained = drained_in(declaration, *intent);
  return declaration;
}

}  // namespace

Judgement judge(const domain::Declaration& declared, const domain::Snapshot& snapshot,
                domain::Rung healthy_from) {
  const Seen seen = {snapshot, healthy_from};
  const domain::Intent* intent = latest_intent(snapshot);
  const domain::Declaration declaration = as_intended(declared, intent);
  Judgement judgement;
  judgement.absent = {declaration.absent.begin(), declaration.absent.end()};
  judgement.drained = domain::boxes_of(declaration.drained);
  judgement.profile = profile_of(declaration, seen);
  Court court = {declaration, snapshot, healthy_from, declaration.find(judgement.profile), intent};
  if (court.profile != nullptr) {
    judgement.instances = domain::instances_of(declaration.cluster, *court.profile);
  }
  judgement.declared = static_cast<int>(judgement.instances.size());
  std::vector<domain::Instance> left = judgement.instances;
  std::erase_if(left, [&](const domain::Instance& instance) { return !declaration.can_have(instance); });
  for (const domain::Instance& instance : left) {
    if (serves(seen, instance)) judgement.serving.push_back(instance.name);
  }
  judge_machines(court, judgement);
  judge_absent(court, judgement);
  judge_drained(court);
  judge_intent(court, judgement);
  for (const domain::Instance& instance : left) judge_instance(court, instance);
  judge_rest(court);
  judge_route(court);
  judgement.drift = court.list.take();
  judgement.notes = notes_on(declaration, snapshot);
  judgement.advice = advice_for(court, judgement);
  return judgement;
}

}  // namespace ff::planner
