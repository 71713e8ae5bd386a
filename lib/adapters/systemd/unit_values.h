#pragma once

#include <set>
#include <string_view>

#include "adapters/systemd/message.h"
#include "domain/unit.h"

namespace ff::adapters::systemd {

/// The properties that state_of and definition_of read.
[[nodiscard]] const std::set<std::string_view>& state_properties();
[[nodiscard]] const std::set<std::string_view>& definition_properties();

/// systemd's properties of a unit as ff's values; pure.
[[nodiscard]] domain::UnitState state_of(const Properties& properties);
[[nodiscard]] domain::UnitDefinition definition_of(const Properties& properties);

}  // namespace ff::adapters::systemd
