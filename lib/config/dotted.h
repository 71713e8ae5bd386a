#pragma once

#include <string_view>

namespace ff::config {

/// The first line with more than 32 dots outside strings and comments, counted from 1; 0 when there is none.
/// The parser recurses over the parts of a key, so a long enough one would end the process.
[[nodiscard]] int line_with_absurd_key(std::string_view text);

}  // namespace ff::config
