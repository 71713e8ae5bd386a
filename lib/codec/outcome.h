#pragma once

#include <string>

#include "domain/outcome.h"

namespace ff::codec {

/// How a mutating verb ended, for `--json`. Ends without a newline.
[[nodiscard]] std::string outcome_json(const domain::Outcome& outcome);

}  // namespace ff::codec
