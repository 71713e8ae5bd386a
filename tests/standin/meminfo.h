#pragma once

#include <cstdint>
#include <string>

namespace ff::standin {

/// A whole /proc/meminfo for a box of `total_kb` of which `available_kb` are available. Its length is always
/// the same, so that it can be written in place.
[[nodiscard]] std::string meminfo_text(std::int64_t total_kb, std::int64_t available_kb);

}  // namespace ff::standin
