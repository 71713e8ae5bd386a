#pragma once

#include <optional>
#include <stop_token>
#include <vector>

#include "domain/plan.h"
#include "engine/context.h"

namespace ff::engine {

/// What one stage's time was spent on, each the longest of its steps.
struct StageTime {
  Milliseconds took{0};
  Milliseconds acts{0};    ///< of it until what was asked was done
  Milliseconds ladder{0};  ///< of it from an engine's first answer to its token
};

/// How the execution of a plan ended.
struct Ended {
  enum class How {
    reached,      ///< every step holds
    stopped,      ///< a step failed, or the record could not be written
    interrupted,  ///< asked to stop; the act under way was completed
  };
  How how = How::reached;
  int stage = 0;                          ///< the one that it ended in, 1-based; 0 when the plan was empty
  bool retired = false;                   ///< whether a retire was begun: from then on something may be down
  bool launched = false;                  ///< whether a launch was begun
  std::optional<Error> error = {};        ///< the first failure
  std::vector<domain::Step> failed = {};  ///< the steps that failed, without those that only left their waits
  std::vector<StageTime> times = {};      ///< of the plan's stages that came to their end, in order
};

/// Carries out the plan, stage by stage: notes what it is about to do, runs the steps of a stage at once,
/// notes what came of them. Undoes nothing: the caller looks at the end, observes, and plans again.
[[nodiscard]] Ended run(const domain::Plan& plan, Context& context, std::stop_token stop);

}  // namespace ff::engine
