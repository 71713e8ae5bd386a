#include "planner/nearest.h"

#include <algorithm>
#include <tuple>

#include "planner/planner.h"

namespace ff::planner {
namespace {

/// How far an end is; the smaller is nearer.
struct Distance {
  bool refused = false;
  bool outage = false;
  Milliseconds until_serving{0};
  std::size_t starts = 0;
  std::size_t steps = 0;

  auto operator<=>(const Distance&) const = default;
};

Distance distance_of(const domain::Plan& plan, const std::vector<HazardId>& accepted) {
  Distance distance;
  distance.refused = !domain::refusing(plan, accepted).empty();
  distance.outage = plan.prediction.outage;
  if (distance.outage) distance.until_serving = plan.prediction.longest().value_or(Milliseconds::max());
  for (const domain::Stage& stage : plan.stages) {
    distance.steps += stage.steps.size();
    distance.starts += static_cast<std::size_t>(std::ranges::count_if(
        stage.steps, [](const auto& step) { return std::holds_alternative<domain::Launch>(step.action); }));
  }
  return distance;
}

}  // namespace

std::vector<ProfileName> ends_of(const domain::Declaration& declaration, const domain::Intent& intent) {
  std::vector<ProfileName> ends;
  for (const ProfileName& end : {intent.from, intent.to}) {
    const bool declared = end == ProfileName(off) || declaration.find(end) != nullptr;
    const bool again = std::ranges::find(ends, end) != ends.end();
    if (declared && !again && end != intent.gave_up) ends.push_back(end);
  }
  if (ends.size() > 1) std::erase(ends, ProfileName(off));
  return ends;
}

ProfileName nearest_end(const domain::Declaration& declaration, const domain::Intent& intent,
                        const domain::Snapshot& snapshot, const std::vector<HazardId>& accepted) {
  ProfileName nearest;
  Distance least;
  for (const ProfileName& end : ends_of(declaration, intent)) {
    const Distance distance = distance_of(make_plan(declaration, end, snapshot), accepted);
    const bool both_refused = distance.refused && least.refused;
    if (!nearest.empty() && !both_refused && !(distance < least)) continue;
    nearest = end;
    least = distance;
  }
  return nearest;
}

}  // namespace ff::planner
