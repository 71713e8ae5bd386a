#pragma once

#include <optional>

#include "domain/intent.h"
#include "domain/snapshot.h"
#include "ports/world.h"

namespace ff::app {

/// The intent with the highest generation that any machine holds; nothing when none does.
[[nodiscard]] std::optional<domain::Intent> highest_intent(const domain::Snapshot& snapshot);

/// Writes the intent on every machine of the world, durably, all at once. The first failure is the value.
[[nodiscard]] Status write_intent(const domain::Intent& intent, ports::World& world, const Limit& limit);

/// Removes it from every machine of the world. The first failure is the value.
[[nodiscard]] Status remove_intent(ports::World& world, const Limit& limit);

}  // namespace ff::app
