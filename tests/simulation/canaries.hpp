#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "plant.hpp"

namespace ff::simulation {

/// One planted bug that the rules have to find.
struct Canary {
  std::string name;
  std::string what;           ///< half a sentence: what the product would do wrong
  std::size_t seeds_max = 0;  ///< it has to be caught within so many seeds
  Plant plant;
};

[[nodiscard]] std::vector<Canary> canaries();

}  // namespace ff::simulation
