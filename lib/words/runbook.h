#pragma once

#include <string>

#include "domain/plan.h"

namespace ff::words {

/// The head of a runbook: what it is and how it is used.
[[nodiscard]] std::string runbook_head(const std::string& cluster, WallTime seen_at);
/// The head of the way to one profile, with what blocks it or that it is there already.
[[nodiscard]] std::string runbook_way(const domain::Plan& plan);

}  // namespace ff::words
