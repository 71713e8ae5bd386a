#pragma once

#include <set>
#include <vector>

#include "planner/buckets.h"

namespace ff::planner {

/// Old and new instances that share a box, directly or through others: they change together.
/// Points into the buckets that it was made from.
struct Component {
  std::vector<const Coming*> coming;  ///< in the order in which they are launched
  std::vector<const Leaving*> leaving;
  std::set<MachineName> boxes;

  /// The boxes on which something stops or starts.
  [[nodiscard]] std::set<MachineName> changing() const;
};

/// All components in the order in which they change: first those that only need mending, then those where
/// nothing serves, since they cannot take anything from clients, last those where nothing comes, since others
/// may need what they serve.
/// `at_once` makes one of them all: nothing serves, and the target's copies may start together.
[[nodiscard]] std::vector<Component> components_of(const Buckets& buckets, bool at_once);

}  // namespace ff::planner
