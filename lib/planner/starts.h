#pragma once

#include <optional>

#include "domain/profile.h"
#include "domain/snapshot.h"

namespace ff::planner {

/// How long an instance takes from its start to its first token, and where the figure comes from.
struct Expected {
  std::optional<Milliseconds> duration;  ///< missing when nothing was recorded or declared
  int recorded = 0;                      ///< how many starts it is the median of; 0 means declared

  /// Shorter first; one that nothing tells comes last.
  [[nodiscard]] bool before(const Expected& other) const;
};

/// Median of the starts that the leader's box recorded for the profile, else what the profile declares.
[[nodiscard]] Expected expected_start(const domain::Declaration& declaration,
                                      const domain::Snapshot& snapshot, const domain::Instance& instance);

/// What an outage is spent on beside drain and start, and how many records tell so.
struct ExpectedOutage {
  std::optional<domain::OutageTimes> times;  ///< missing when none was recorded
  int recorded = 0;
};

/// Medians of what the route host recorded of runs from the one profile to the other.
[[nodiscard]] ExpectedOutage expected_outage(const domain::Declaration& declaration,
                                             const domain::Snapshot& snapshot, const ProfileName& from,
                                             const ProfileName& to);

}  // namespace ff::planner
