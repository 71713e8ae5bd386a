#pragma once

#include <string>

#include "domain/event.h"

namespace ff::codec {

/// One event as one line of NDJSON, without its end. Members that it does not have are left out.
[[nodiscard]] std::string event_line(const domain::Event& event);

}  // namespace ff::codec
