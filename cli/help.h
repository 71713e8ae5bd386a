#pragma once

#include <string>

#include "cli/table/table.h"

namespace ff::cli::help {

/// What `ff help` prints: the verbs by group, and the exit codes.
[[nodiscard]] std::string overview();
/// What `ff help VERB` and `ff VERB -h` print: how it is called, its options, examples and exit codes.
[[nodiscard]] std::string of(const Verb& verb);

}  // namespace ff::cli::help
