#pragma once

#include "standin/settings.h"

namespace ff::standin {

/// From this many prompt tokens on a request counts as one with a long prompt.
constexpr long long_prompt_tokens = 4096;

/// Tokens a second of a whole instance with `running` requests at once, of which the share `long_share`
/// (0..1) has a long prompt. Between the measured points it is linear.
[[nodiscard]] double tokens_per_second(int running, double long_share, Topology topology);

}  // namespace ff::standin
