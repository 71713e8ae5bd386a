#pragma once

#include "app/switch.h"
#include "planner/inventory.h"

namespace ff::app {

/// What a run that released has as its target in the history.
inline constexpr const char* released_name = "released";

/// How a release ended, what it took away and what it leaves.
struct Released {
  domain::Outcome outcome;         ///< `already` where there was nothing to release
  planner::UnitsOf unmasked;       ///< units that nothing keeps down any more
  planner::UnitsOf running;        ///< declared units that run on
  planner::UnitsOf foreign_masks;  ///< links that stay, since no profile declares their units
};

/// Takes ff's hands off: removes its masks and its intent from every machine and leaves all else as it runs
/// and is enabled; the history stays. Goes as switch_to() does: look, ask, lock, look again, act. A release
/// that was cut goes on when it is called again, since the intent goes last. Of the request only run,
/// operator and version count.
[[nodiscard]] Result<Released> release(const Scene& scene, ports::Gate& gate, const SwitchRequest& request,
                                       const Confirm& confirm, std::stop_token stop);

}  // namespace ff::app
