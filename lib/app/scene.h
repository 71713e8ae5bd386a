#pragma once

#include <string>

#include "domain/profile.h"
#include "domain/snapshot.h"
#include "observe/survey.h"
#include "ports/world.h"
#include "probe/ladder.h"

namespace ff::app {

/// What every use case starts from: what was declared, and the means to look at the world.
struct Scene {
  const domain::Declaration& declaration;
  ports::Readers& readers;
  std::string api_key = {};  ///< for /v1; empty when none is needed. Never printed, never recorded
};

/// Whether the health ladder is climbed to its last rung.
enum class Tokens { none, asked };

/// One snapshot with the health of every declared instance, but for what is absent: all machines and
/// endpoints asked at once, then those that may give a token for one. An instance whose leader is not active
/// reads as down, whoever answers on its port.
[[nodiscard]] domain::Snapshot observe_all(const Scene& scene, observe::Depth depth, Tokens tokens,
                                           Limit limit);

/// Instances of the profile that are healthy and on the route, in a snapshot for which tokens were asked.
[[nodiscard]] int serving_count(const domain::Snapshot& snapshot,
                                const std::vector<domain::Instance>& instances);

/// The same, whatever the proxy does.
[[nodiscard]] int healthy_count(const domain::Snapshot& snapshot,
                                const std::vector<domain::Instance>& instances);

/// How long one observation may take before a machine counts as unknown.
inline constexpr Milliseconds observe_deadline{8000};
/// The same where the relations of all unit files are read and tokens are asked for.
inline constexpr Milliseconds whole_observe_deadline{40'000};

}  // namespace ff::app
