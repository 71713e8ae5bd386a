#pragma once

#include "app/switch.h"

namespace ff::app {

/// The first line of a run's record, as far as the request tells it; from, to, generation and what was
/// accepted are the caller's.
[[nodiscard]] domain::RunHeader header_of(const SwitchRequest& request, WallTime now);

/// What the request changes beside its target, a line each for the record: "drain box1: REASON".
[[nodiscard]] std::vector<std::string> wishes_of(const SwitchRequest& request);

/// Writes the record's last line. The run has ended whatever becomes of it: a record without one reads as
/// "never ended".
void note_end(domain::Outcome::Kind kind, Milliseconds took, ports::World& world);

/// How long one write of a note may take.
inline constexpr Milliseconds note_deadline{20'000};

}  // namespace ff::app
