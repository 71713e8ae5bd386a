#pragma once

#include "base/error.h"
#include "domain/outcome.h"
#include "planner/drift.h"

namespace ff::cli {

/// What ff's exit means. The only place where outcomes become numbers; `ff help` prints the same list.
enum class ExitCode {
  done = 0,
  nothing_changed = 1,
  pending = 2,
  not_as_declared = 4,
  down = 5,
  refused = 6,
  unknown = 7,
  usage = 64,
  locked = 75,
  configuration = 78,
  deadline = 124,
  interrupted = 130,
};

[[nodiscard]] ExitCode exit_code(const domain::Outcome& outcome);
[[nodiscard]] ExitCode exit_code(const planner::Judgement& judgement);
/// Of an error that ended a verb before it had an outcome.
[[nodiscard]] ExitCode exit_code(const Error& error);

}  // namespace ff::cli
