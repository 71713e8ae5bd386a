#pragma once

#include <string>
#include <vector>

#include "load/report.h"
#include "load/sample.h"

namespace ff::load {

/// Asks the engines (their own addresses, not the proxy's) which of these requests reached them, and finds
/// those that came more than once, be it to one engine or to two.
[[nodiscard]] Duplicates find_duplicates(const std::vector<std::string>& engines,
                                         const std::vector<Sample>& samples);

}  // namespace ff::load
