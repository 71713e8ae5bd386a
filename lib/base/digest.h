#pragma once

#include <string_view>

#include "base/ids.h"

namespace ff {

/// FNV-1a, 64 bits, as 16 hex digits: tells whether two texts are the same. No guard against a forger.
/// Constants: http://www.isthe.com/chongo/tech/comp/fnv/
[[nodiscard]] Digest digest_of(std::string_view text);

}  // namespace ff
