#pragma once

#include <span>

#include "app/clients.h"
#include "app/doctor.h"
#include "base/error.h"
#include "domain/outcome.h"
#include "planner/drift.h"

namespace ff::cli {

/// What ff's exit means. The only place where outcomes become numbers; `exit_meanings()` tells what each
/// says.
enum class ExitCode {
  done = 0,
  nothing_changed = 1,
  pending = 2,
  rolled_back = 3,
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

/// One exit code as people read it.
struct ExitMeaning {
  ExitCode code;
  const char* brief;   ///< a few words, for lists
  const char* detail;  ///< a sentence or two, for the manual
};

/// All exit codes in the order of their numbers: the only wording of them.
[[nodiscard]] std::span<const ExitMeaning> exit_meanings();
[[nodiscard]] const ExitMeaning& meaning_of(ExitCode code);

[[nodiscard]] ExitCode exit_code(const domain::Outcome& outcome);
[[nodiscard]] ExitCode exit_code(const planner::Judgement& judgement);
[[nodiscard]] ExitCode exit_code(const app::DoctorReport& report);
[[nodiscard]] ExitCode exit_code(const app::ClientsReport& report);
/// Of an error that ended a verb before it had an outcome.
[[nodiscard]] ExitCode exit_code(const Error& error);

}  // namespace ff::cli
