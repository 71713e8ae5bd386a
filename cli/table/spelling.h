#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/arguments.h"

namespace ff::cli {

/// The words after `ff` of a command line that says the same again: verb, subject, and every option with
/// another value than when it is not given, in the table's order. Options in `left_out` are not said. The
/// verb must be one of the table.
[[nodiscard]] std::vector<std::string> spelled_again(const Arguments& arguments,
                                                     std::span<const char* const> left_out);

}  // namespace ff::cli
