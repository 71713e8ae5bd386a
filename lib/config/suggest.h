#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ff::config {

/// The candidate that `word` was most likely meant to be; empty when none is near (two slips at most: a
/// letter missing, added, changed or swapped with its neighbour).
[[nodiscard]] std::string nearest(std::string_view word, const std::vector<std::string>& candidates);
/// " (did you mean NEAREST?)", or nothing; for the end of a message.
[[nodiscard]] std::string hint(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace ff::config
