#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ff::words {

/// The texts of ids with `separator` between them.
template <class Ids>
[[nodiscard]] std::string join(const Ids& ids, std::string_view separator = ", ") {
  std::string out;
  for (const auto& id : ids) {
    if (!out.empty()) out += separator;
    out += id.text();
  }
  return out;
}

/// Both sentences with "; " between them, or the one that is there.
[[nodiscard]] inline std::string also(const std::string& first, const std::string& second) {
  return first.empty() || second.empty() ? first + second : first + "; " + second;
}

}  // namespace ff::words
