#pragma once

#include <vector>

#include "domain/record.h"
#include "engine/context.h"

namespace ff::engine {

/// The starts of the units that the step was about, as their machines tell them now: of all ranks of its
/// instance, the leader first, else of its own units. What has never run or cannot be read is left out.
[[nodiscard]] std::vector<domain::UnitStart> starts_of(const domain::Step& step, Context& context);

}  // namespace ff::engine
