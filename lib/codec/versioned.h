#pragma once

#include <string>

#include "codec/value.h"

namespace ff::codec {

/// The number that every file and document of ff carries; raised when a reader of the former would err.
constexpr int format_now = 1;

/// `bad_input` unless this ff reads that format.
[[nodiscard]] Status known_format(int format);
/// A document for `--json`: readable, `"format"` first, without a newline at its end.
[[nodiscard]] std::string document(Value::Object body);

}  // namespace ff::codec
