#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "play.hpp"

namespace ff::simulation {

/// What came of many scenarios.
struct Tally {
  std::size_t seeds = 0;
  std::size_t mutated = 0;
  std::size_t hit = 0;
  std::size_t both = 0;
  std::array<std::size_t, 10> at_stake{};
  std::map<std::string, std::size_t> endings;
  std::map<std::string, std::size_t> broken;  ///< seeds, by the invariant they broke
  std::set<std::uint64_t> failed;

  void add(std::uint64_t seed, const Report& report);
  void add(const Tally& other);
  /// The summary; its last line has all that matters.
  [[nodiscard]] std::vector<std::string> lines(double seconds) const;
};

}  // namespace ff::simulation
