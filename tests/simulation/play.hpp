#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "plant.hpp"
#include "scenario.hpp"

namespace ff::simulation {

/// What came of one scenario.
struct Report {
  std::vector<std::string> broken;  ///< "I1 ...": rules that did not hold
  std::array<std::size_t, 10> at_stake{};
  bool mutated = false;  ///< the run acted on more than its own notes
  bool hit = false;      ///< a trouble met it
  std::string ending;    ///< of the run that had the trouble: "reached", "killed", ...
  std::vector<std::string> story;
};

/// Plays the scenario: the start, the run with its trouble, the end of all trouble, the same command again,
/// and perhaps the way back. `plant` is in all of these runs.
[[nodiscard]] Report play(const Scenario& scenario, const Plant& plant = {});

}  // namespace ff::simulation
