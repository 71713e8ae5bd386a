#pragma once

#include <optional>
#include <string>

#include "base/time.h"

namespace ff::words {

/// When something that an operator began should be over: ", until 14:00:00, in 1h58m" or ", was to be over at
/// 14:00:00, 5m02s ago"; empty when nobody said.
[[nodiscard]] std::string until(const std::optional<WallTime>& time, WallTime now);

}  // namespace ff::words
