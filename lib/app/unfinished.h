#pragma once

#include <optional>

#include "app/switch.h"

/// What to do about a run that never came to its end.
namespace ff::app {

/// The latest intent, while some machine that holds it says switching; nothing when the last run has ended.
[[nodiscard]] std::optional<domain::Intent> unfinished(const domain::Snapshot& snapshot);

/// Goes on with the unfinished run: a switch to its target with the same machines absent. `request.target`
/// and `request.absent` are found out here. No outcome when nothing is unfinished; `refused` when that cannot
/// be told, since a machine does not answer. All else as switch_to().
[[nodiscard]] Result<std::optional<domain::Outcome>> resume(const Scene& scene, ports::Gate& gate,
                                                            SwitchRequest request, const Confirm& confirm,
                                                            std::stop_token stop);

/// Ends the unfinished run in the nearest state that serves: see planner::nearest_end(). All else as
/// resume().
[[nodiscard]] Result<std::optional<domain::Outcome>> abort_run(const Scene& scene, ports::Gate& gate,
                                                               SwitchRequest request, const Confirm& confirm,
                                                               std::stop_token stop);

}  // namespace ff::app
