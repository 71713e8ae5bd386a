#include "planner/planner.h"

#include <algorithm>
#include <cassert>

#include "planner/disk.h"
#include "planner/hazard_list.h"
#include "planner/hazards.h"
#include "planner/walk.h"
#include "planner/without.h"

namespace ff::planner {
namespace {

bool unknown(const domain::Declaration& declaration, const domain::Snapshot& snapshot) {
  return std::ranges::any_of(declaration.machines_left(),
                             [&](const MachineName& machine) { return !snapshot.machine(machine).known(); });
}

/// The quickest start of what serves now: how long the way back takes.
std::optional<Milliseconds> start_back(const domain::Declaration& declaration,
                                       const domain::Snapshot& snapshot, const Present& now) {
  Expected best;
  for (const domain::Instance& instance : now.serving) {
    const Expected expected = expected_start(declaration, snapshot, instance);
    if (expected.before(best)) best = expected;
  }
  return best.duration;
}

}  // namespace

domain::Plan make_plan(const domain::Declaration& declaration, const ProfileName& target,
                       const domain::Snapshot& snapshot) {
  const domain::Profile* profile = declaration.find(target);
  assert(profile != nullptr || target == ProfileName(off));
  domain::Plan plan;
  plan.to = target;
  plan.seen_at = snapshot.seen_at;
  plan.absent = {declaration.absent.begin(), declaration.absent.end()};
  plan.drained = declaration.drained;
  plan.hazards = machine_hazards(declaration, profile, snapshot);
  if (profile != nullptr) {
    plan.target = domain::instances_left(declaration, *profile);
    plan.declared = static_cast<int>(domain::instances_of(declaration.cluster, *profile).size());
  }
  if (unknown(declaration, snapshot) || !something_but_for_drained(declaration, profile)) return plan;

  Present now = present(declaration, snapshot);
  const Buckets buckets = sort_into_buckets(declaration, profile, snapshot);
  const std::map<MachineName, Room> room = rooms(declaration, snapshot, buckets);
  const Terms terms = {declaration, profile, target, snapshot, buckets, room};
  Walk walk(terms);
  walk.go();
  plan.stages = walk.take_stages();
  plan.prediction = walk.prediction();
  if (now.profile != target) plan.prediction.start_back = start_back(declaration, snapshot, now);
  std::ranges::move(plan_hazards(terms, plan.stages), std::back_inserter(plan.hazards));
  HazardList disks;
  add_disks(disks, declaration, snapshot, plan.stages, !noted_as_steady(snapshot, plan));
  std::ranges::move(disks.take(), std::back_inserter(plan.hazards));
  plan.from = now.profile;
  if (plan.prediction.outage && !now.serving.empty()) {
    const ExpectedOutage expected = expected_outage(declaration, snapshot, now.profile, target);
    plan.prediction.rest = expected.times;
    plan.prediction.recorded_outages = expected.recorded;
  }
  plan.serving_before = std::move(now.serving);
  return plan;
}

}  // namespace ff::planner
