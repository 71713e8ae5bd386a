#pragma once

#include <string>

#include "domain/mishap.h"

namespace ff::words {

/// What happens, without where: "its link is cut for 20.0 s".
[[nodiscard]] std::string describe(domain::Mishap::Kind kind);

}  // namespace ff::words
