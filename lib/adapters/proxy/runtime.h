#pragma once

#include <string>

#include "ports/dialer.h"

namespace ff::adapters::proxy {

/// Gives HAProxy one line of commands over its runtime socket and returns all that it answers. As for every
/// act, an outcome of `link_lost` or `timeout` is unknown.
[[nodiscard]] Result<std::string> tell(ports::Dialer& dialer, const std::string& socket,
                                       const std::string& line, const Limit& limit);

}  // namespace ff::adapters::proxy
