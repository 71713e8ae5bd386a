#pragma once

#include <string>

#include "domain/step.h"

namespace ff::words {

/// What the view shows of the thing that the step waits for, on one line: the last evidence of a wait, and
/// the proof of a step that holds.
[[nodiscard]] std::string evidence(const domain::Step& step, const domain::Snapshot& view);

}  // namespace ff::words
