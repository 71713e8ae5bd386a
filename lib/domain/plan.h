#pragma once

#include <optional>
#include <string>
#include <vector>

#include "domain/hazard.h"
#include "domain/profile.h"
#include "domain/step.h"

namespace ff::domain {

/// Steps that run at once, at most one a machine.
struct Stage {
  std::vector<Step> steps;
};

/// How long clients will have no model, and where the figure comes from.
struct Prediction {
  bool outage = false;                     ///< whether there is one at all
  std::optional<Milliseconds> drain;       ///< at most
  std::optional<Milliseconds> start;       ///< of the first instance; missing when nothing tells it
  InstanceName first;                      ///< the instance launched first
  int recorded_starts = 0;                 ///< how many records the figure comes from; 0 means declared
  std::optional<Milliseconds> start_back;  ///< of the previous profile, for the way back
  std::optional<OutageTimes> rest;         ///< medians; missing when no outage on this way was recorded
  int recorded_outages = 0;                ///< how many records they come from

  /// The whole outage with the drain at its longest, as far as its parts are known; missing when nothing
  /// tells how long a start takes.
  [[nodiscard]] std::optional<Milliseconds> longest() const;
};

/// What would be done, as data: it starts nothing.
struct Plan {
  ProfileName from;  ///< empty when nothing of any profile serves
  ProfileName to;
  WallTime seen_at = {};
  std::vector<Stage> stages;  ///< empty when everything is as declared already
  std::vector<Hazard> hazards;
  std::vector<Instance> target;  ///< the instances that will serve
  int declared = 0;  ///< how many the profile declares: more than those where some machine is absent
  std::vector<MachineName> absent = {};  ///< machines that it does without, sorted
  std::vector<Drained> drained = {};     ///< boxes that run nothing, in the order of their names
  std::vector<Instance> serving_before;  ///< those that serve now
  Prediction prediction;

  [[nodiscard]] bool empty() const { return stages.empty(); }
};

/// Hazards that refuse the plan, given the ids that the operator accepts.
[[nodiscard]] std::vector<Hazard> refusing(const Plan& plan, const std::vector<HazardId>& accepted);

}  // namespace ff::domain
