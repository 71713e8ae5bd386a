#include "planner/presence.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "planner/inventory.h"
#include "planner/planner.h"
#include "planner/standing.h"

namespace ff::planner {
namespace {

/// How much of a profile there is: what serves counts before what merely runs. Profiles may share units, so
/// between two of which as much serves the settings decide.
struct Presence {
  int serving = 0;
  int running = 0;
  int configured = 0;  ///< of those that serve

  auto operator<=>(const Presence&) const = default;
};

bool all_run(const domain::Snapshot& snapshot, const domain::Instance& instance) {
  return std::ranges::all_of(instance.members, [&](const domain::Member& member) {
    return runs(snapshot.machine(member.box).unit(member.unit));
  });
}

Presence presence(const domain::Declaration& declaration, const domain::Profile& profile, const Seen& seen) {
  Presence found;
  for (const domain::Instance& instance : domain::instances_left(declaration, profile)) {
    for (const domain::Member& member : instance.members) {
      found.running += runs(seen.snapshot.machine(member.box).unit(member.unit)) ? 1 : 0;
    }
    if (!serves(seen, instance)) continue;
    ++found.serving;
    found.configured += configured(declaration, instance, seen.snapshot) ? 1 : 0;
  }
  return found;
}

}  // namespace

bool healthy(const Seen& seen, const domain::Instance& instance) {
  const domain::Health* health = health_of(seen.snapshot, instance);
  return health != nullptr && health->rung >= seen.healthy_from && all_run(seen.snapshot, instance);
}

bool serves(const Seen& seen, const domain::Instance& instance) {
  return healthy(seen, instance) && reached(seen.snapshot, instance);
}

ProfileName profile_of(const domain::Declaration& declaration, const Seen& seen) {
  const domain::Intent* intent = latest_intent(seen.snapshot);
  std::vector<std::pair<Presence, ProfileName>> all;
  for (const domain::Profile& profile : declaration.profiles) {
    all.emplace_back(presence(declaration, profile, seen), profile.name);
  }
  const bool settings_tell =
      std::ranges::any_of(all, [](const auto& one) { return one.first.configured > 0; });
  ProfileName best;
  Presence most;
  for (const auto& [found, name] : all) {
    const bool intended = intent != nullptr && intent->to == name;
    if (intended && found.serving > 0 && (found.configured > 0 || !settings_tell)) return name;
    if (found <= most && !(intended && found == most)) continue;
    best = name;
    most = found;
  }
  const bool intent_is_known =
      intent != nullptr && (declaration.find(intent->to) != nullptr || intent->to == ProfileName(off));
  return most.serving == 0 && intent_is_known ? intent->to : best;
}

}  // namespace ff::planner
