#pragma once

#include "domain/intent.h"
#include "domain/snapshot.h"
#include "ports/world.h"

namespace ff::app {

/// Writes the intent on every machine of the world, durably, all at once. The first failure is the value.
[[nodiscard]] Status write_intent(const domain::Intent& intent, ports::World& world, const Limit& limit);

/// Puts back what each machine of the world held when it was looked at, all at once. The first failure is the
/// value.
[[nodiscard]] Status restore_intents(const domain::Snapshot& before, ports::World& world, const Limit& limit);

/// Removes it from every machine of the world. The first failure is the value.
[[nodiscard]] Status remove_intent(ports::World& world, const Limit& limit);

}  // namespace ff::app
