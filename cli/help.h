#pragma once

#include <string>

namespace ff::cli::help {

/// What `ff help` prints: the verbs, examples first.
[[nodiscard]] std::string overview();
/// Examples of one verb, with a heading; empty when it has none.
[[nodiscard]] std::string examples(const std::string& verb);

}  // namespace ff::cli::help
