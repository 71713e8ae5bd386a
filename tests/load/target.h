#pragma once

#include <string>

#include "base/result.h"

namespace ff::load {

/// Whether `url` is http and its host is loopback or in 10.77.0.0/16, the only places that may be put under
/// load. Names other than localhost are refused, as they could lead anywhere. Fails with what is allowed.
[[nodiscard]] Status check_target(const std::string& url);

}  // namespace ff::load
