#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "domain/record.h"

namespace ff::adapters::record {

/// A line as FORMAT.md has it, from its JSON.
[[nodiscard]] std::string sealed(std::string_view json);
/// A run from its file's whole text. `bad_input` with the line's number when it is damaged before its end.
[[nodiscard]] Result<domain::Run> run_from(std::string_view text);

}  // namespace ff::adapters::record
