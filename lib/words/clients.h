#pragma once

#include <string>

namespace ff::words {

/// What clients of the proxy read in the 503 while nothing serves; `coming` when something soon will.
[[nodiscard]] std::string maintenance_message(bool coming);

}  // namespace ff::words
