#pragma once

#include <map>

#include "capacity/capacity.h"
#include "planner/buckets.h"

namespace ff::planner {

/// Whether what is launched on one box fits there once the plan's retirements are done.
struct Room {
  MachineName box;
  UnitName unit;            ///< that is launched there
  capacity::Fit fit;        ///< with what retiring gives back
  Bytes given_back;         ///< by units that run there and are retired
  bool on_its_way = false;  ///< something stopped a moment ago, so memory may still be coming back
  Bytes total;

  /// What has to be available before the launch.
  [[nodiscard]] Bytes available_min() const { return fit.need + fit.reserve; }
};

/// One entry for each box on which an instance is launched or replaced.
[[nodiscard]] std::map<MachineName, Room> rooms(const domain::Declaration& declaration,
                                                const domain::Snapshot& snapshot, const Buckets& buckets);

}  // namespace ff::planner
