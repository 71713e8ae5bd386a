#include "planner/buckets.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "words/reason.h"

namespace ff::planner {
namespace {

using Fate = Coming::Fate;

/// How long it has been loading, where that is longer than its profile allows: more waiting brings nothing.
std::optional<Milliseconds> overdue(const domain::Instance& instance, const domain::Profile& profile,
                                    const domain::Snapshot& snapshot) {
  const domain::Member& leader = instance.leader();
  const auto age = snapshot.machine(leader.box).age(leader.unit);
  return age && *age > profile.start_deadline ? age : std::nullopt;
}

Coming coming(const domain::Declaration& declaration, const domain::Snapshot& snapshot,
              domain::Instance instance) {
  const Verdict verdict = verdict_on(instance, snapshot);
  const bool as_declared = configured(declaration, instance, snapshot);
  const auto late = overdue(instance, *declaration.find(instance.profile), snapshot);
  Coming out;
  out.expected = expected_start(declaration, snapshot, instance);
  out.serves = verdict.standing == Standing::healthy;
  out.cause = verdict.cause;
  switch (verdict.standing) {
    case Standing::stopped:
      out.fate = Fate::launch;
      break;
    case Standing::starting:
      out.fate = as_declared && !late ? Fate::wait : Fate::replace;
      if (as_declared && late) out.cause = "it has been loading for " + human(*late);
      break;
    case Standing::healthy:
      out.fate = as_declared ? Fate::keep : Fate::replace;
      break;
    case Standing::broken:
      out.fate = Fate::replace;
      break;
  }
  const bool renewed = declaration.renewed.contains(instance.name);
  if (renewed && (out.fate == Fate::keep || out.fate == Fate::wait)) {
    out.fate = Fate::replace;
    out.cause = words::reason::asked_for({});
  }
  if (out.cause.empty() && out.fate == Fate::replace) out.cause = "its settings differ from those declared";
  out.instance = std::move(instance);
  return out;
}

/// Every serving unit of the box but the target's own.
UnitsOf foreign_units(const domain::Declaration& declaration, const domain::Profile* target) {
  UnitsOf foreign;
  for (const MachineName& machine : declaration.machines_left()) {
    std::set<UnitName> units = serving_units(declaration, machine);
    if (target != nullptr) {
      for (const UnitName& own : member_units(declaration, *target, machine)) units.erase(own);
    }
    if (!units.empty()) foreign[machine] = std::move(units);
  }
  return foreign;
}

/// Profiles in the order in which their instances lay claim to units: what the intent speaks of comes first.
std::vector<const domain::Profile*> by_intent(const domain::Declaration& declaration,
                                              const domain::Snapshot& snapshot) {
  std::vector<const domain::Profile*> profiles;
  for (const domain::Profile& profile : declaration.profiles) profiles.push_back(&profile);
  const domain::Intent* intent = latest_intent(snapshot);
  if (intent == nullptr) return profiles;
  const auto rank = [&](const domain::Profile* profile) {
    return profile->name == intent->to ? 0 : profile->name == intent->from ? 1 : 2;
  };
  std::ranges::stable_sort(profiles, {}, rank);
  return profiles;
}

using Unclaimed = std::set<std::pair<MachineName, UnitName>>;

Unclaimed to_be_retired(const UnitsOf& foreign, const domain::Snapshot& snapshot) {
  Unclaimed unclaimed;
  for (const auto& [machine, units] : foreign) {
    for (const UnitName& unit : units) {
      if (!quiet(snapshot.machine(machine), unit)) unclaimed.emplace(machine, unit);
    }
  }
  return unclaimed;
}

std::vector<Leaving> leaving(const domain::Declaration& declaration, const domain::Profile* target,
                             const domain::Snapshot& snapshot, const Present& now, Unclaimed unclaimed) {
  std::vector<Leaving> all;
  std::vector<const domain::Profile*> profiles = by_intent(declaration, snapshot);
  std::ranges::stable_partition(profiles,
                                [&](const domain::Profile* profile) { return profile->name == now.profile; });
  for (const domain::Profile* profile : profiles) {
    for (const domain::Instance& instance : domain::instances_of(declaration.cluster, *profile)) {
      // What an absent machine took from the target leaves its other ranks behind.
      if (profile == target && declaration.can_have(instance)) continue;
      Leaving group;
      for (const domain::Member& member : instance.members) {
        if (unclaimed.erase({member.box, member.unit}) > 0) group.units.emplace_back(member.box, member.unit);
      }
      if (group.units.empty()) continue;
      group.verdict = verdict_on(instance, snapshot);
      group.serves = group.verdict.standing == Standing::healthy && reached(snapshot, instance);
      group.instance = instance;
      all.push_back(std::move(group));
    }
  }
  for (const auto& stray : unclaimed) all.push_back({{stray}, std::nullopt, {}, false});
  return all;
}

/// Whose it is that answers at an endpoint which the target declares too: the settings tell.
bool is_of_target(const domain::Instance& instance, const std::vector<Coming>& coming) {
  return std::ranges::any_of(coming, [&](const Coming& one) {
    const bool same = one.instance.members == instance.members || one.fate == Fate::keep;
    return one.instance.endpoint == instance.endpoint && same;
  });
}

/// What serves now as an instance of another profile, made of the target's own units in another way: a split
/// and two pairs have a leader's unit in common, or two profiles run one unit on ports of their own. It has
/// to go whole, after its requests, before what the target makes of them comes. Half-way to the target some
/// of them still serve beside it.
std::vector<domain::Instance> in_the_way(const domain::Declaration& declaration,
                                         const domain::Profile* target, const domain::Snapshot& snapshot,
                                         const Present& now, const std::vector<Coming>& coming) {
  std::vector<domain::Instance> found;
  if (target == nullptr || now.profile != target->name) found = now.serving;
  for (const domain::Profile& profile : declaration.profiles) {
    if (&profile == target || profile.name == now.profile) continue;
    for (domain::Instance& instance : domain::instances_of(declaration.cluster, profile)) {
      const bool ambiguous = std::ranges::any_of(
          coming, [&](const Coming& one) { return one.instance.endpoint == instance.endpoint; });
      const bool serves = (!ambiguous || configured(declaration, instance, snapshot)) &&
                          reached(snapshot, instance) &&
                          verdict_on(instance, snapshot).standing == Standing::healthy;
      if (serves) found.push_back(std::move(instance));
    }
  }
  std::erase_if(found, [&](const domain::Instance& instance) { return is_of_target(instance, coming); });
  return found;
}

/// Takes units from the target's instances for those that have to go first.
void give_way(Coming& one, const Unclaimed& leaving, const domain::Snapshot& snapshot) {
  const auto shared = [&](const domain::Member& member) {
    return leaving.contains({member.box, member.unit});
  };
  if (std::ranges::none_of(one.instance.members, shared)) return;
  const bool all_gone = std::ranges::all_of(one.instance.members, [&](const domain::Member& member) {
    return shared(member) || snapshot.machine(member.box).unit(member.unit).at_rest();
  });
  one.serves = false;
  if (!all_gone) return;
  one.fate = Fate::launch;
  one.cause.clear();
}

/// Units without a file cannot be started, so a mask would guard nothing.
void drop_missing(UnitsOf& units, const domain::Snapshot& snapshot) {
  for (auto& [machine, names] : units) {
    const domain::MachineView& view = snapshot.machine(machine);
    std::erase_if(names, [&](const UnitName& unit) {
      return state_of(view, unit).load == domain::LoadState::not_found && !view.masked(unit);
    });
  }
  std::erase_if(units, [](const auto& entry) { return entry.second.empty(); });
}

void add_guards(Buckets& buckets, const std::vector<Guard>& guards) {
  for (const Guard& guard : guards) {
    std::vector<UnitName> units = guard.started;
    units.push_back(guard.unit);
    for (const UnitName& unit : units) {
      buckets.silence[guard.machine].insert(unit);
      (guard.arm ? buckets.armed_too : buckets.mask)[guard.machine].insert(unit);
    }
    if (guard.arm) buckets.arm[guard.machine].insert(guard.unit);
  }
  // What an armed watchdog starts is needed, whoever else declares it.
  for (const auto& [machine, units] : buckets.armed_too) {
    for (const UnitName& unit : units) buckets.mask[machine].erase(unit);
  }
}

/// How much of one profile serves. Profiles may share units, so the settings tell which of them it is.
struct Claim {
  Present found;
  bool whole = false;
  int configured = 0;  ///< instances whose settings are as the profile has them

  [[nodiscard]] bool as_declared() const { return configured > 0; }
  [[nodiscard]] auto strength() const {
    return std::tuple(as_declared(), whole, found.serving.size(), configured);
  }
};

Claim claim_of(const domain::Declaration& declaration, const domain::Profile& profile,
               const domain::Snapshot& snapshot) {
  const auto instances = domain::instances_of(declaration.cluster, profile);
  Claim claim = {{profile.name, {}}};
  for (const domain::Instance& instance : instances) {
    const bool healthy = verdict_on(instance, snapshot).standing == Standing::healthy;
    if (!healthy || !reached(snapshot, instance)) continue;
    claim.configured += configured(declaration, instance, snapshot) ? 1 : 0;
    claim.found.serving.push_back(instance);
  }
  claim.whole = claim.found.serving.size() == instances.size();
  return claim;
}

bool changes(const Buckets& buckets) {
  const auto moves = [](const Coming& one) { return one.fate != Fate::keep; };
  return !buckets.leaving.empty() || std::ranges::any_of(buckets.coming, moves);
}

}  // namespace

Buckets sort_into_buckets(const domain::Declaration& declaration, const domain::Profile* target,
                          const domain::Snapshot& snapshot) {
  Buckets buckets;
  if (target != nullptr) {
    for (domain::Instance& instance : domain::instances_left(declaration, *target)) {
      buckets.coming.push_back(coming(declaration, snapshot, std::move(instance)));
    }
  }
  const UnitsOf foreign = foreign_units(declaration, target);
  const Present now = present(declaration, snapshot);
  Unclaimed unclaimed = to_be_retired(foreign, snapshot);
  for (const auto& instance : in_the_way(declaration, target, snapshot, now, buckets.coming)) {
    for (const domain::Member& member : instance.members) unclaimed.emplace(member.box, member.unit);
  }
  for (Coming& one : buckets.coming) give_way(one, unclaimed, snapshot);
  buckets.leaving = leaving(declaration, target, snapshot, now, std::move(unclaimed));
  buckets.mask = foreign;
  add_guards(buckets, guards(declaration, target, snapshot));
  // The target's own watchdogs only have to be quiet while something of it is stopped.
  if (!changes(buckets)) {
    for (const auto& [machine, units] : buckets.armed_too) {
      for (const UnitName& unit : units) buckets.silence[machine].erase(unit);
    }
  }
  drop_missing(buckets.mask, snapshot);
  drop_missing(buckets.silence, snapshot);
  return buckets;
}

Present present(const domain::Declaration& declaration, const domain::Snapshot& snapshot) {
  std::vector<Claim> claims;
  for (const domain::Profile* profile : by_intent(declaration, snapshot)) {
    Claim claim = claim_of(declaration, *profile, snapshot);
    if (!claim.found.serving.empty()) claims.push_back(std::move(claim));
  }
  if (claims.empty()) return {};
  const domain::Intent* intent = latest_intent(snapshot);
  const bool nobodys_settings = std::ranges::none_of(claims, &Claim::as_declared);
  for (Claim& claim : claims) {
    // Where a copy of the intended profile is left, or of the one before it, it is that profile, whatever
    // else it could be part of. They come first in the order of claims.
    const bool intended = intent != nullptr && intent->to == claim.found.profile;
    const bool before = intent != nullptr && intent->from == claim.found.profile;
    const bool sure = claim.as_declared() && (intended || before);
    if (sure || (intended && nobodys_settings)) return std::move(claim.found);
  }
  return std::ranges::max_element(claims, {}, &Claim::strength)->found;
}

}  // namespace ff::planner
