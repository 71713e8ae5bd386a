#pragma once

#include <optional>
#include <stop_token>

#include "domain/plan.h"
#include "engine/context.h"

namespace ff::engine {

/// How the execution of a plan ended.
struct Ended {
  enum class How {
    reached,      ///< every step holds
    stopped,      ///< a step failed, or the record could not be written
    interrupted,  ///< asked to stop; the act under way was completed
  };
  How how = How::reached;
  int stage = 0;                    ///< the one that it ended in, 1-based; 0 when the plan was empty
  bool retired = false;             ///< whether a retire was begun: from then on something may be down
  bool launched = false;            ///< whether a launch was begun
  std::optional<Error> error = {};  ///< the first failure
};

/// Carries out the plan, stage by stage: notes what it is about to do, runs the steps of a stage at once,
/// notes what came of them. Undoes nothing: the caller looks at the end, observes, and plans again.
[[nodiscard]] Ended run(const domain::Plan& plan, Context& context, std::stop_token stop);

}  // namespace ff::engine
