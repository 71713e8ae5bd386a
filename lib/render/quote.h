#pragma once

#include <string>
#include <string_view>

namespace ff::render {

/// The text as a JSON string with its quotes, in ASCII letters that nginx's parser leaves alone: `$`, quotes
/// and backslashes come as \uXXXX. Bytes that are no UTF-8 become U+FFFD. Cut, with "..." at its end, where
/// it would outgrow `length_max` bytes.
[[nodiscard]] std::string json_string(std::string_view text, std::size_t length_max = 1500);

/// The text between nginx's single quotes. It must not hold a `$`: nginx has no way to escape one.
[[nodiscard]] std::string nginx_quoted(std::string_view text);

/// Letters, digits, '.', '_' and '-' as they are, every other byte as %XX.
[[nodiscard]] std::string percent_encoded(std::string_view text);
/// The way back; a malformed escape is left as it stands.
[[nodiscard]] std::string percent_decoded(std::string_view text);

}  // namespace ff::render
