#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/ids.h"
#include "base/time.h"
#include "domain/hazard.h"

namespace ff::domain {

/// How a mutating verb ended.
struct Outcome {
  enum class Kind {
    reached,          ///< the target, healthy and settled
    already,          ///< it was so before; nothing was written
    degraded,         ///< something serves, but not as declared
    down,             ///< nothing serves
    nothing_changed,  ///< failed before anything was stopped
    refused,          ///< hazards; nothing touched
    locked,           ///< another run holds a machine
    interrupted,      ///< by the operator; resumable, and something serves
  };
  Kind kind = Kind::reached;
  RunId run;  ///< empty when no run was begun
  ProfileName target;
  ProfileName previous;
  int serving = 0;                       ///< instances on the route
  int declared = 0;                      ///< instances that the target declares
  std::vector<MachineName> absent = {};  ///< machines that the target does without
  std::optional<Error> error;            ///< the first failure
  std::vector<Hazard> hazards;
  std::optional<Milliseconds> outage_seen;  ///< by probes through the proxy
  std::optional<Milliseconds> outage_predicted;
  Milliseconds took{0};
};

[[nodiscard]] const char* word(Outcome::Kind kind);

}  // namespace ff::domain
