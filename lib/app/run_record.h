#pragma once

#include "app/switch.h"

namespace ff::app {

/// The first line of the record of a run that carries out the plan. Its generation is that of the intent
/// before; a run that writes an intent sets its own.
[[nodiscard]] domain::RunHeader header_of(const SwitchRequest& request, const domain::Plan& plan,
                                          const domain::Snapshot& before, WallTime now);

/// Writes the record's last line. The run has ended whatever becomes of it: a record without one reads as
/// "never ended".
void note_end(domain::Outcome::Kind kind, Milliseconds took, ports::World& world);

/// How long one write of a note may take.
inline constexpr Milliseconds note_deadline{20'000};

}  // namespace ff::app
