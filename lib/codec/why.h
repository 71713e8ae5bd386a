#pragma once

#include <optional>
#include <string>
#include <vector>

#include "domain/record.h"
#include "domain/trouble.h"

namespace ff::codec {

/// `ff why --json`: the run's header and outcome, its failed step, and the first error. Ends without a
/// newline.
[[nodiscard]] std::string why_json(const domain::Run& run, const std::optional<domain::Record>& failed,
                                   const std::optional<domain::FirstError>& first,
                                   const std::vector<std::string>& unread);

}  // namespace ff::codec
