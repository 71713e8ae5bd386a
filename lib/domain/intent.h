#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/time.h"
#include "domain/drained.h"

namespace ff::domain {

/// Counts the runs that wrote an intent; two runs never share both parts.
struct Generation {
  std::int64_t number = 0;
  RunId run;

  auto operator<=>(const Generation&) const = default;
};

/// What the cluster is meant to become or to be. Kept on every machine, fsynced before the first mutation.
struct Intent {
  enum class Phase { switching, steady };

  Generation generation;
  ProfileName from;
  ProfileName to;
  Phase phase = Phase::steady;
  std::string operator_name;  ///< user@host who asked
  WallTime since = {};
  std::vector<MachineName> absent;  ///< machines that are done without, sorted
  /// The profile whose attempt failed, while the cluster goes back from it: going back is done once, also by
  /// a run that resumes. Empty otherwise.
  ProfileName gave_up = {};
  std::vector<Drained> drained = {};  ///< boxes out of service, in the order of their names

  bool operator==(const Intent&) const = default;
};

}  // namespace ff::domain
