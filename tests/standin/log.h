#pragma once

#include <string>
#include <string_view>

namespace ff::standin {

/// The version of vLLM whose lines and metrics these are.
inline constexpr std::string_view version = "0.28.0";

/// Which of vLLM's processes a log line would come from.
enum class LogFrom { api_server, engine_core, worker };

/// Writes one whole line to standard output at once, so that lines of several threads do not mix.
void print_line(std::string_view line);

/// One line in vLLM's form: (EngineCore pid=7) INFO 10-08 07:56:13 [file.py:123] text.
void log_info(LogFrom from, std::string_view source, std::string_view text);
/// The same at the level ERROR.
void log_error(LogFrom from, std::string_view source, std::string_view text);

/// 499110 -> "499,110".
[[nodiscard]] std::string with_commas(long long number);

}  // namespace ff::standin
