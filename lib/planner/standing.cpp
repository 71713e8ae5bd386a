#include "planner/standing.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "domain/step.h"
#include "planner/inventory.h"
#include "render/environment.h"

namespace ff::planner {
namespace {

using domain::Rung;

/// Whether its units let it be up, before anybody asks for its health.
Verdict by_units(const domain::Instance& instance, const domain::Snapshot& snapshot) {
  bool any_runs = false;
  const domain::Member* resting = nullptr;
  for (const domain::Member& member : instance.members) {
    const domain::UnitState state = snapshot.machine(member.box).unit(member.unit);
    if (!state.at_rest()) any_runs = true;
    if (!runs(state) && resting == nullptr) resting = &member;
  }
  if (!any_runs) return {Standing::stopped, {}};
  if (resting == nullptr) return {Standing::starting, {}};
  if (!snapshot.machine(resting->box).known()) {
    return {Standing::broken, fmt::format("{} is absent", resting->box.text())};
  }
  const domain::UnitState state = snapshot.machine(resting->box).unit(resting->unit);
  return {Standing::broken, fmt::format("{} on {} is {}", resting->unit.text(), resting->box.text(),
                                        domain::word(state.active))};
}

/// Ranks of one start come up within seconds of each other.
constexpr Milliseconds ranks_apart_max = std::chrono::seconds(20);

/// The variables of an environment file. A file of a hand's with the same ones means the same.
std::vector<std::string> variables(const std::string& content) {
  std::vector<std::string> all;
  for (std::string& line : lines(content)) {
    if (!line.empty() && !line.starts_with('#') && !line.starts_with(';')) all.push_back(std::move(line));
  }
  std::ranges::sort(all);
  return all;
}

/// The ladder's rungs between "accepts" and "token" pass in a moment: an engine found there hangs.
bool hangs(const domain::Health& health) {
  return health.rung == Rung::health_ok || health.rung == Rung::model_named;
}

}  // namespace

std::optional<StaleRank> stale_rank(const domain::Instance& instance, const domain::Snapshot& snapshot) {
  const domain::Member& leader = instance.leader();
  const auto leads_for = snapshot.machine(leader.box).age(leader.unit);
  if (!leads_for) return std::nullopt;
  for (const domain::Member& member : instance.members) {
    const auto runs_for = snapshot.machine(member.box).age(member.unit);
    if (runs_for && *runs_for > *leads_for + ranks_apart_max)
      return StaleRank{member, *runs_for - *leads_for};
  }
  return std::nullopt;
}

Verdict verdict_on(const domain::Instance& instance, const domain::Snapshot& snapshot) {
  const Verdict units = by_units(instance, snapshot);
  if (units.standing != Standing::starting) return units;
  const domain::Step wait = {domain::AwaitHealthy{instance.leader().box, instance, {}, {}}, {}};
  if (domain::holds(wait, snapshot)) return {Standing::healthy, {}};
  if (const auto doom = domain::doomed(wait, snapshot)) return {Standing::broken, doom->what};
  if (const auto stale = stale_rank(instance, snapshot)) {
    return {Standing::broken, fmt::format("{} on {} is {} older than its leader", stale->member.unit.text(),
                                          stale->member.box.text(), human(stale->older_by))};
  }
  const domain::Health* health = health_of(snapshot, instance);
  if (health == nullptr || !hangs(*health)) return {Standing::starting, {}};
  const std::string cause = health->rung == Rung::health_ok ? "/health is 200, but it does not name the model"
                                                            : "/health is 200, but it gives no token";
  return {Standing::broken, cause};
}

bool configured(const domain::Declaration& declaration, const domain::Instance& instance,
                const domain::Snapshot& snapshot) {
  const domain::Profile* profile = declaration.find(instance.profile);
  return profile != nullptr && std::ranges::all_of(instance.members, [&](const domain::Member& member) {
           const auto& files = snapshot.machine(member.box).files;
           const auto found = files.find(render::environment_path(member.unit));
           return found != files.end() && variables(found->second) == variables(render::unit_environment(
                                                                          declaration.cluster, *profile,
                                                                          member.box, member.rank, instance));
         });
}

}  // namespace ff::planner
