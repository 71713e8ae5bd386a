#include "app/scene.h"

#include <algorithm>
#include <utility>

#include "planner/presence.h"

namespace ff::app {
namespace {

/// Its true state is read at the same moment by another lane; what it means for health is settled afterwards.
domain::UnitState supposed_active() {
  domain::UnitState state;
  state.load = domain::LoadState::loaded;
  state.active = domain::ActiveState::active;
  return state;
}

/// One engine is asked once, whichever profiles declare it: each token costs the others' time.
struct Asked {
  domain::Instance instance;
  std::vector<domain::Instance> twins;  ///< the same in other profiles
  Milliseconds token_deadline;
  domain::Health health = {};
};

bool same_engine(const domain::Instance& one, const domain::Instance& other) {
  return one.members == other.members && one.endpoint == other.endpoint &&
         one.served_name == other.served_name;
}

std::vector<Asked> instances_to_ask(const domain::Declaration& declaration) {
  std::vector<Asked> asked;
  for (const domain::Profile& profile : declaration.profiles) {
    for (domain::Instance& instance : domain::instances_of(declaration.cluster, profile)) {
      // A drained box's is asked too: it may serve still, and its requests have to end.
      const bool given_up = declaration.given_up.contains({instance.profile, instance.name});
      if (given_up || !declaration.can_ask(instance)) continue;
      const auto same = std::ranges::find_if(
          asked, [&](const Asked& other) { return same_engine(other.instance, instance); });
      if (same == asked.end()) {
        asked.push_back({std::move(instance), {}, profile.token_deadline});
      } else {
        same->token_deadline = std::max(same->token_deadline, profile.token_deadline);
        same->twins.push_back(std::move(instance));
      }
    }
  }
  return asked;
}

ports::Lane health_lane(const Scene& scene, Tokens tokens, const Limit& limit, Asked& asked) {
  return {
      scene.declaration.cluster.route_host, [&scene, &asked, tokens, limit](std::stop_token stop) -> Status {
        const std::vector<domain::UnitState> members(asked.instance.members.size(), supposed_active());
        const probe::Means means{*scene.readers.http, *scene.readers.clock, scene.api_key};
        const auto token_deadline =
            tokens == Tokens::asked ? std::optional(asked.token_deadline) : std::nullopt;
        asked.health = probe::climb(asked.instance, members, means, token_deadline, {limit.deadline, stop});
        return Done{};
      }};
}

/// An engine with a dead rank takes a request and never answers: asking it for a token would only cost its
/// whole deadline, in the middle of an outage. A machine that did not answer tells nothing of its ranks.
bool may_give_a_token(const Asked& asked, const domain::Snapshot& snapshot) {
  return asked.health.rung == domain::Rung::model_named &&
         std::ranges::none_of(asked.instance.members, [&](const domain::Member& member) {
           const domain::MachineView& box = snapshot.machine(member.box);
           return box.known() && box.unit(member.unit).at_rest();
         });
}

void ask_for_tokens(const Scene& scene, const Limit& limit, std::vector<Asked>& asked,
                    const domain::Snapshot& snapshot) {
  std::vector<ports::Lane> lanes;
  for (Asked& one : asked) {
    if (may_give_a_token(one, snapshot)) lanes.push_back(health_lane(scene, Tokens::asked, limit, one));
  }
  (void)scene.readers.lanes->run(std::move(lanes), limit.stop);
}

domain::Health settled(const Asked& asked, const domain::Snapshot& snapshot) {
  const domain::Member& leader = asked.instance.leader();
  const domain::MachineView& box = snapshot.machine(leader.box);
  if (!box.known()) return asked.health;
  const domain::ActiveState active = box.unit(leader.unit).active;
  if (active == domain::ActiveState::active) return asked.health;
  domain::Health down;
  down.evidence = leader.unit.text() + " is " + domain::word(active);
  return down;
}

/// Where a token was asked for, one that did not come is an engine that hangs.
bool healthy(const domain::Snapshot& snapshot, const domain::Instance& instance) {
  return planner::healthy({snapshot, domain::Rung::token}, instance);
}

}  // namespace

domain::Snapshot observe_all(const Scene& scene, observe::Depth depth, Tokens tokens, Limit limit) {
  std::vector<Asked> asked = instances_to_ask(scene.declaration);
  std::vector<ports::Lane> lanes;
  for (Asked& one : asked) lanes.push_back(health_lane(scene, Tokens::none, limit, one));
  domain::Snapshot snapshot =
      observe::survey(scene.declaration, scene.readers, depth, std::move(lanes), limit);
  if (tokens == Tokens::asked) ask_for_tokens(scene, limit, asked, snapshot);
  for (const Asked& one : asked) {
    const domain::Health health = settled(one, snapshot);
    snapshot.health[one.instance.profile][one.instance.name] = health;
    for (const domain::Instance& twin : one.twins) snapshot.health[twin.profile][twin.name] = health;
  }
  return snapshot;
}

int serving_count(const domain::Snapshot& snapshot, const std::vector<domain::Instance>& instances) {
  const domain::RouteView& route = snapshot.route;
  // Where another's configuration sends requests cannot be told; that it answers with a model can.
  const bool routed_by_another = !route.owned && route.public_status == 200;
  const auto serves = [&](const domain::Instance& instance) {
    const auto& upstreams = route.route.upstreams;
    const bool routed =
        std::ranges::find(upstreams, instance.endpoint, &domain::Upstream::endpoint) != upstreams.end();
    return healthy(snapshot, instance) && (routed || routed_by_another);
  };
  return static_cast<int>(std::ranges::count_if(instances, serves));
}

int healthy_count(const domain::Snapshot& snapshot, const std::vector<domain::Instance>& instances) {
  return static_cast<int>(std::ranges::count_if(
      instances, [&](const domain::Instance& instance) { return healthy(snapshot, instance); }));
}

}  // namespace ff::app
