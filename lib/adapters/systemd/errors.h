#pragma once

#include <string>

#include "base/error.h"
#include "domain/unit.h"

namespace ff::adapters::systemd {

/// The error for a call that the manager answered with a D-Bus error, by that error's name; pure.
/// `doing` is what was asked: "start", "enable".
[[nodiscard]] Error refusal(const std::string& name, const std::string& text, const std::string& doing,
                            Place where);

/// The error for a job that ended with another result than "done". `state` is the unit's, read afterwards.
[[nodiscard]] Error job_failure(const std::string& result, const std::string& doing,
                                const domain::UnitState& state, Place where);

}  // namespace ff::adapters::systemd
