#pragma once

#include <string>

#include "domain/plan.h"

namespace ff::codec {

/// A plan as JSON for `--json`: stages of steps with all that they would do, hazards, prediction. Stable: the
/// same plan is the same text. Ends without a newline.
[[nodiscard]] std::string plan_json(const domain::Plan& plan);

}  // namespace ff::codec
