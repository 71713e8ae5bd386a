#pragma once

#include <string>

#include "domain/event.h"

namespace ff::codec {

/// What the command of `[notify]` gets on its standard input: "started", "outage_over", "needs_a_hand" or
/// "ended", and the event that it comes from. One line with its end.
[[nodiscard]] std::string notice_line(const std::string& notice, const std::string& cluster,
                                      const domain::Event& event);

}  // namespace ff::codec
