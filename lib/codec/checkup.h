#pragma once

#include <string>
#include <vector>

#include "domain/checkup.h"

namespace ff::codec {

/// What `ff doctor --json` prints.
[[nodiscard]] std::string checkup_json(const std::vector<domain::Check>& checks, bool well, bool known);

}  // namespace ff::codec
