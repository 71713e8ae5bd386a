#pragma once

#include <string>

#include "domain/event.h"

namespace ff::cli {

/// One event as one line for people: time, stage, mark, step, machine, what happened, how long it took.
[[nodiscard]] std::string event_line(const domain::Event& event);

}  // namespace ff::cli
