#pragma once

#include <string>
#include <vector>

#include "domain/profile.h"

namespace ff::cli::completion {

/// Names that the declaration has of a kind, as `ff complete` calls it: profile, machine, box, instance (what
/// `ff logs` takes). Sorted, each once; none for other kinds.
[[nodiscard]] std::vector<std::string> declared_names(const domain::Declaration& declaration,
                                                      const std::string& kind);

}  // namespace ff::cli::completion
