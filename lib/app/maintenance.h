#pragma once

#include <optional>
#include <string>

#include "app/switch.h"

/// An operator's own 503. It is told by the proxy's configuration, so that it outlives restarts of the proxy
/// and of its machine; only the route host is locked, so that it can be had while boxes are silent. A switch
/// is refused while it is on.
namespace ff::app {

/// What an operator tells clients.
struct Announcement {
  std::string message;
  std::optional<WallTime> until = {};  ///< Retry-After follows from it; nothing ends by itself then
};

/// Switches it on, or changes its words. Goes as switch_to() does: look, ask, lock, look again, act. Of the
/// request only run, operator, version, accepted and reason count.
[[nodiscard]] Result<domain::Outcome> begin_maintenance(const Scene& scene, ports::Gate& gate,
                                                        const Announcement& announcement,
                                                        const SwitchRequest& request, const Confirm& confirm,
                                                        const std::stop_token& stop);
/// Switches it off: clients get to what is healthy, which may be nothing, and then the outcome is `down`.
[[nodiscard]] Result<domain::Outcome> end_maintenance(const Scene& scene, ports::Gate& gate,
                                                      const SwitchRequest& request, const Confirm& confirm,
                                                      const std::stop_token& stop);

}  // namespace ff::app
