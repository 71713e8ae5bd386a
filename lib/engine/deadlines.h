#pragma once

#include "base/time.h"
#include "domain/step.h"

namespace ff::engine {

/// Between two looks where the world sends no event: a port that opens, memory that comes back, an epoch.
inline constexpr Milliseconds poll_interval{50};
/// Between two lines of progress of one wait.
inline constexpr Milliseconds progress_interval{1000};
/// One look of a step; a manager that is busy for longer is asked again until the step's own deadline.
inline constexpr Milliseconds look_deadline{10'000};
/// Two looks of a drain are so far apart: an idle moment between two requests is no idle engine.
inline constexpr Milliseconds drain_look_interval{1000};

/// How long the step's act may take. Acts are never cut by a stop, so this is their only end.
[[nodiscard]] Milliseconds act_deadline_of(const domain::Step& step);
/// How long the step may take until it holds, act and wait together.
[[nodiscard]] Milliseconds deadline_of(const domain::Step& step);

}  // namespace ff::engine
