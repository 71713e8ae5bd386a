#pragma once

#include <vector>

#include "domain/step.h"
#include "planner/walk.h"

/// The steps of each part of a change, before those that hold already are left out.
namespace ff::planner {

/// Watchdogs that are not quiet in `world`, one step a machine.
[[nodiscard]] std::vector<domain::Step> silence_steps(const Terms& terms, const domain::Snapshot& world);
/// What the proxy is to do when these instances serve.
[[nodiscard]] domain::Step route_step(const Terms& terms, const std::vector<domain::Instance>& serving,
                                      const std::string& reason);
/// A look at those that carry the load while a component changes.
[[nodiscard]] std::vector<domain::Step> gate_steps(const Terms& terms,
                                                   const std::vector<domain::Instance>& others,
                                                   const Component& component);
/// One step for each instance that answers and is about to be retired.
[[nodiscard]] std::vector<domain::Step> drain_steps(const Terms& terms, const Component& component,
                                                    bool outage);
/// One step for each box on which the component has something to stop.
[[nodiscard]] std::vector<domain::Step> retire_steps(const Terms& terms, const Component& component);
/// Units that are masked although they run or are enabled.
[[nodiscard]] std::vector<domain::Step> lift_steps(const UnitsOf& units, const domain::Snapshot& world);
/// What of `all` is at rest in `world` and must stay so.
[[nodiscard]] std::vector<domain::Step> mask_steps(const Terms& terms, const UnitsOf& all,
                                                   const domain::Snapshot& world);
/// The mask taken from the component's own units.
[[nodiscard]] std::vector<domain::Step> unmask_steps(const Terms& terms, const Component& component);
/// Boxes whose memory has to come back although nothing is left to stop there.
[[nodiscard]] std::vector<domain::Step> memory_steps(const Terms& terms, const Component& component,
                                                     const domain::Snapshot& world);
/// The environment files of the component's members.
[[nodiscard]] std::vector<domain::Step> configure_steps(const Terms& terms, const Component& component);
/// The workers' starts, or the leader's.
[[nodiscard]] std::vector<domain::Step> launch_steps(const Terms& terms, const Coming& coming, bool leader,
                                                     int position, int of);
/// The wait for the first token.
[[nodiscard]] domain::Step health_step(const Terms& terms, const Coming& coming);
/// All members of the instance enabled.
[[nodiscard]] std::vector<domain::Step> enable_steps(const Coming& coming);
/// The target's watchdogs: their masks taken away, then armed.
[[nodiscard]] std::vector<domain::Step> unmask_watchdog_steps(const Terms& terms);
[[nodiscard]] std::vector<domain::Step> arm_steps(const Terms& terms);
/// The second look at all that serves and all that rests.
[[nodiscard]] domain::Step settle_step(const Terms& terms);

}  // namespace ff::planner
