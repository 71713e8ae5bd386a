#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ff {

/// The pieces of `text` between `separator`s; empty pieces are kept.
[[nodiscard]] std::vector<std::string> split(std::string_view text, char separator);
/// The lines of `text`, without their ends and without an empty last one.
[[nodiscard]] std::vector<std::string> lines(std::string_view text);
/// Without white space at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);
/// `parts` with `separator` between them.
[[nodiscard]] std::string joined(const std::vector<std::string>& parts, std::string_view separator);
/// Control characters, those that turn or break a line, and bytes that are not UTF-8 shown as \xNN; cut at
/// `length_max` bytes. Safe on a terminal.
[[nodiscard]] std::string printable(std::string_view text, std::size_t length_max = 400);
/// The text as one word of a POSIX shell, in single quotes where it needs them.
[[nodiscard]] std::string shell_quoted(std::string_view text);

/// What stands behind NAME= in the first line that begins so, as systemctl show prints; empty when none does.
[[nodiscard]] std::string value_in(const std::string& text, const std::string& name);

}  // namespace ff
