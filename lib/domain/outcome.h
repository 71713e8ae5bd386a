#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/ids.h"
#include "base/time.h"
#include "domain/hazard.h"

namespace ff::domain {

/// A part of an outage, by what it was spent on.
struct OutagePart {
  std::string name;  ///< "drain", "stop", "memory", "masks", "start", "ladder", "flip"
  Milliseconds seen{0};
  std::optional<Milliseconds> predicted = {};  ///< missing where nothing is predicted
};

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
    rolled_back,      ///< the target could not be had; the profile that served before serves again
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
  std::vector<OutagePart> outage_parts;  ///< in the order of the run, by its own clock; empty without outage
  Milliseconds took{0};
  std::vector<MachineName> drained = {};  ///< boxes that run nothing, by an operator's word
};

[[nodiscard]] const char* word(Outcome::Kind kind);
/// The kind of that word; nothing for another word.
[[nodiscard]] std::optional<Outcome::Kind> outcome_kind(const std::string& text);

struct Plan;

/// An outcome that tells what the plan was for, and nothing yet of what came of it.
[[nodiscard]] Outcome outcome_of(Outcome::Kind kind, const Plan& plan);

}  // namespace ff::domain
