#pragma once

#include <optional>
#include <string>

#include "app/status.h"

namespace ff::app {

/// What `ff wait` waits for.
enum class Goal {
  serving,  ///< a client of the proxy gets the model, from one instance at least
  steady,   ///< the last run has ended, and everything is as declared
};

[[nodiscard]] std::optional<Goal> goal_of(const std::string& word);
/// Whether it is so in what was seen.
[[nodiscard]] bool is_so(Goal goal, const StatusReport& report);
/// Looks once: quickly, and when that says yes again with tokens asked for, since a hung engine looks healthy
/// until then. `so` is whether it is.
struct GoalLook {
  StatusReport report;
  bool so = false;
};
[[nodiscard]] GoalLook look_for(const Scene& scene, Goal goal, const std::stop_token& stop);

}  // namespace ff::app
