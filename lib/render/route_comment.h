#pragma once

#include <optional>
#include <string>
#include <vector>

#include "domain/route.h"

namespace ff::render {

/// A route as comment lines that no part of it can break out of, each short enough for nginx's parser.
[[nodiscard]] std::string route_comment(const domain::Route& route);

/// The route in the comment lines at the start of `lines`; nothing when they do not tell one wholly.
[[nodiscard]] std::optional<domain::Route> route_in_comment(const std::vector<std::string>& lines);

}  // namespace ff::render
