#pragma once

#include <optional>

#include "app/upkeep.h"

namespace ff::app {

/// How far a reboot has come.
struct RebootState {
  enum class Step { drain, send, await, back };
  Step step = Step::drain;
  bool drained_before = false;         ///< by its operator: then it stays so
  BootId boot_before = {};             ///< that has to be another
  std::optional<MonoTime> until = {};  ///< when the wait for the new boot ends
};

/// One step of a reboot that clients do not notice: the box is drained, told to reboot, seen under a new boot
/// id, and taken back through the ladder. Links to the box die with its boot, so that each step wants a
/// scene, a gate and a run of its own. No value while there is more to do; the outcome at the end, or of the
/// step that did not succeed. A box that does not come back in time is a `timeout` and stays drained, as
/// after any failure on the way; `refused` for the machine that ff runs on and, unless an outage is allowed,
/// for the one that runs the proxy. Typed again it goes on.
[[nodiscard]] Result<std::optional<domain::Outcome>> reboot_step(const Scene& scene, ports::Gate& gate,
                                                                 const MachineName& box,
                                                                 SwitchRequest request,
                                                                 const Confirm& confirm, RebootState& state,
                                                                 const std::stop_token& stop);

}  // namespace ff::app
