#pragma once

#include <string>

#include "base/time.h"

namespace ff::words {

/// Who holds a lock, since when, and at which step: "ops@runner runs `switch replica` since 14:02:11, now:
/// retire box1 ff-split-leader.service". An empty `step` is left out.
[[nodiscard]] std::string holder(const std::string& operator_name, const std::string& verb, WallTime since,
                                 const std::string& step);

}  // namespace ff::words
