#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ff {

/// An IPv4 or IPv6 address in figures, in its shortest spelling, so that two spellings of one are equal;
/// nothing when the text is none.
[[nodiscard]] std::optional<std::string> address_of(std::string_view text);

}  // namespace ff
