#include "app/goal.h"

#include "app/unfinished.h"
#include "planner/inventory.h"

namespace ff::app {

std::optional<Goal> goal_of(const std::string& word) {
  if (word == "serving") return Goal::serving;
  if (word == "steady") return Goal::steady;
  return std::nullopt;
}

bool is_so(Goal goal, const StatusReport& report) {
  if (goal == Goal::serving) return report.judgement.serving_count() > 0;
  return planner::latest_intent(report.snapshot) != nullptr && !unfinished(report.snapshot) &&
         report.judgement.as_declared();
}

GoalLook look_for(const Scene& scene, Goal goal, const std::stop_token& stop) {
  GoalLook look{status(scene, Tokens::none, stop)};
  if (!is_so(goal, look.report)) return look;
  look.report = status(scene, Tokens::asked, stop);
  look.so = is_so(goal, look.report);
  return look;
}

}  // namespace ff::app
