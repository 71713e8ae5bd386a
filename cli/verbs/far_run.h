#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/scene.h"
#include "cli/wire.h"

namespace ff::cli {

/// Starts a run on another machine of the cluster, by the ff that is installed there and under the cluster
/// file there, in a transient unit of systemd: it survives the machine that this ff is on. `words` are the
/// command line after `ff`. `refused` when no ff, cluster file or systemd is there, when it is another
/// version, or when it knows the profile by another text than `profile_file` here (empty: not compared).
[[nodiscard]] Result<std::unique_ptr<DetachedRun>> start_run_on(const app::Scene& scene,
                                                                const MachineName& machine, const RunId& run,
                                                                const std::vector<std::string>& words,
                                                                const std::string& profile_file);

/// The name of the unit that carries a detached run out.
[[nodiscard]] std::string run_unit(const RunId& run);

}  // namespace ff::cli
