#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

namespace ff::adapters::record {

/// Puts text at the end of a file of this machine, or in its place; missing folders are made.
[[nodiscard]] Status put_text(const std::string& path, const std::string& text, bool from_start);
/// The file's first 1 MiB; nothing when it cannot be read.
[[nodiscard]] std::optional<std::string> text_of(const std::string& path);
/// Names of the files in a folder, sorted; empty when there is none.
[[nodiscard]] std::vector<std::string> names_in(const std::string& folder);

}  // namespace ff::adapters::record
