#pragma once

#include "app/switch.h"
#include "cli/verbs/verbs.h"

namespace ff::cli {

/// Plans and asks here, then has another ff carry it out apart from this terminal; prints the run's id once
/// it has begun. Its own exit code where it ended before that.
[[nodiscard]] ExitCode switch_detached(const VerbContext& context, const app::SwitchRequest& request);

}  // namespace ff::cli
