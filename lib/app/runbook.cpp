#include "app/runbook.h"

#include <algorithm>
#include <utility>

#include "app/switch.h"
#include "planner/inventory.h"
#include "planner/planner.h"
#include "planner/without.h"
#include "render/runbook.h"
#include "words/runbook.h"

namespace ff::app {
namespace {

/// Without what the intent does without, and without what does not answer: it may be dead.
domain::Declaration what_there_is(const domain::Declaration& declaration, const domain::Snapshot& snapshot) {
  domain::Declaration left = declaration;
  if (const domain::Intent* intent = planner::latest_intent(snapshot)) {
    left.absent.merge(planner::absent_in(declaration, *intent));
    left.drained = planner::drained_in(declaration, *intent);
  }
  return planner::without_silent(left, snapshot);
}

}  // namespace

bool Runbook::Way::blocked() const {
  return std::ranges::any_of(plan.hazards, [](const domain::Hazard& hazard) {
    return hazard.weight == domain::Hazard::Class::block;
  });
}

Runbook runbook_from(const domain::Declaration& declaration, const domain::Snapshot& snapshot,
                     const ProfileName& target) {
  const domain::Declaration left = what_there_is(declaration, snapshot);
  Runbook book;
  book.head = words::runbook_head(declaration.cluster.name, snapshot.seen_at);
  std::vector<ProfileName> targets = {target};
  if (target.empty()) {
    targets.clear();
    for (const domain::Profile& profile : left.profiles) targets.push_back(profile.name);
  }
  for (const ProfileName& to : targets) {
    Runbook::Way way{planner::make_plan(left, to, snapshot), {}};
    way.text = words::runbook_way(way.plan);
    if (!way.blocked()) way.text += render::runbook(left.cluster, way.plan);
    book.ways.push_back(std::move(way));
  }
  return book;
}

std::string Runbook::text() const {
  std::string all = head;
  for (const Way& way : ways) all += way.text;
  return all;
}

Result<Runbook> runbook(const Scene& scene, const ProfileName& target, const std::stop_token& stop) {
  FF_TRY(known, target.empty() ? Status(Done{}) : known_profile(scene.declaration, target));
  const Limit limit = ports::within(*scene.readers.clock, whole_observe_deadline, stop);
  const domain::Snapshot snapshot = observe_all(scene, observe::Depth::whole, Tokens::asked, limit);
  if (stop.stop_requested()) return fail(ErrorCode::cancelled, "asked to stop");
  return runbook_from(scene.declaration, snapshot, target);
}

}  // namespace ff::app
