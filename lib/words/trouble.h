#pragma once

#include <string>

#include "domain/trouble.h"

namespace ff::words {

/// What the trouble means, a sentence; empty where the line says all there is.
[[nodiscard]] std::string meaning(domain::Trouble trouble);
/// What to do about it, a sentence; empty where nothing general can be said.
[[nodiscard]] std::string remedy(domain::Trouble trouble);

}  // namespace ff::words
