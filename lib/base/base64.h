#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ff {

/// RFC 4648, with padding, on one line.
[[nodiscard]] std::string to_base64(std::string_view bytes);
/// The bytes again; nothing when the text is not base64.
[[nodiscard]] std::optional<std::string> from_base64(std::string_view text);

}  // namespace ff
