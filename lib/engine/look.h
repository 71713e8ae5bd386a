#pragma once

#include "domain/step.h"
#include "engine/context.h"

namespace ff::engine {

/// As much of a snapshot as the step's holds() and doomed() ask about, and no more.
/// Fails only when a machine that the step needs could not be asked.
[[nodiscard]] Result<domain::Snapshot> look(const domain::Step& step, Context& context, const Limit& limit);

}  // namespace ff::engine
