#pragma once

#include <string>

#include "domain/profile.h"

namespace ff::render {

/// Where a unit reads its environment from: "/etc/ff/env/ff-replica.env" for ff-replica.service.
[[nodiscard]] std::string environment_path(const UnitName& unit);

/// The environment file of one member of an instance: the FF_ variables that the shipped units pass on to
/// vLLM, sorted by name, each value quoted where systemd needs it. `box` is the member's machine and `rank`
/// its place in the instance. Both and the leader's box must be in the cluster; control characters in a value
/// are a bug of the caller.
[[nodiscard]] std::string unit_environment(const domain::Cluster& cluster, const domain::Profile& profile,
                                           const MachineName& box, int rank,
                                           const domain::Instance& instance);

}  // namespace ff::render
