#pragma once

#include <optional>
#include <string>
#include <vector>

#include "domain/profile.h"
#include "domain/snapshot.h"
#include "planner/inventory.h"
#include "planner/standing.h"
#include "planner/starts.h"

namespace ff::planner {

/// An instance of the target.
struct Coming {
  enum class Fate {
    keep,     ///< healthy and configured as declared
    wait,     ///< on its way up, configured as declared
    launch,   ///< stopped
    replace,  ///< has to stop first: broken, or configured otherwise
  };
  domain::Instance instance;
  Fate fate = Fate::launch;
  bool serves = false;  ///< healthy now
  std::string cause;    ///< why it is replaced
  Expected expected;
};

/// Units that run or are enabled and do not belong to the target: one instance of another profile, or what is
/// left of it, or strays of one box.
struct Leaving {
  std::vector<std::pair<MachineName, UnitName>> units;
  std::optional<domain::Instance> instance;
  Verdict verdict;      ///< of the instance
  bool serves = false;  ///< it is healthy, and clients get to it
};

/// The difference between what is and what the target declares, before any order.
struct Buckets {
  std::vector<Coming> coming;    ///< every instance of the target that can be had
  std::vector<Leaving> leaving;  ///< what has to be retired
  UnitsOf silence;               ///< watchdogs that would meddle, and what they start
  UnitsOf mask;                  ///< all that nothing may start while the target serves
  UnitsOf arm;                   ///< the target's own watchdogs
  UnitsOf armed_too;             ///< those and what they start: must not be masked when armed
};

/// Sorts what the snapshot shows into buckets. `target` nullptr is the profile without instances.
[[nodiscard]] Buckets sort_into_buckets(const domain::Declaration& declaration, const domain::Profile* target,
                                        const domain::Snapshot& snapshot);

/// The profile whose instances serve now, and those instances.
struct Present {
  ProfileName profile;  ///< empty when nothing serves
  std::vector<domain::Instance> serving;
};
[[nodiscard]] Present present(const domain::Declaration& declaration, const domain::Snapshot& snapshot);

}  // namespace ff::planner
