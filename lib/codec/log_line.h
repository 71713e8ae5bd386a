#pragma once

#include <string>

#include "base/ids.h"

namespace ff::codec {

/// A line of a unit's journal as one line of JSON.
[[nodiscard]] std::string log_line(const MachineName& box, const UnitName& unit, const std::string& text);

}  // namespace ff::codec
