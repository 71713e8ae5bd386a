#pragma once

#include <vector>

#include "base/error.h"
#include "domain/hazard.h"
#include "domain/profile.h"
#include "domain/snapshot.h"

namespace ff::planner {

/// What the world is, held against what it is meant to be.
struct Judgement {
  ProfileName profile;                      ///< that it is in, wholly or in part; empty when in none
  std::vector<domain::Instance> instances;  ///< that this profile declares
  std::vector<InstanceName> serving;        ///< those of them that are healthy and on the route
  int declared = 0;                         ///< how many instances the profile has
  std::vector<MachineName> absent;          ///< machines that the intent does without
  std::vector<MachineName> drained;         ///< boxes that an operator took out of service
  std::vector<domain::Hazard> drift;        ///< what is not as declared; empty when all is well
  std::vector<domain::Hazard> notes;        ///< worth knowing, though it is as declared
  bool known = true;                        ///< whether every machine that is not absent answered
  Advice advice;                            ///< what gets it right again; `none` when nothing has to

  [[nodiscard]] int serving_count() const { return static_cast<int>(serving.size()); }
  [[nodiscard]] bool as_declared() const { return known && drift.empty() && serving_count() == declared; }
};

/// Which profile the world is in, how much of it serves, and what drifted from it. With an intent the profile
/// is the intended one unless only another serves, else the one of which most serves or runs. What the intent
/// calls absent is expected of nothing and counts for nothing, also when it is back. `healthy_from`
/// is the rung that counts as healthy: `token` where tokens were asked for, so that a hung engine shows.
/// Pure.
[[nodiscard]] Judgement judge(const domain::Declaration& declaration, const domain::Snapshot& snapshot,
                              domain::Rung healthy_from = domain::Rung::model_named);

}  // namespace ff::planner
