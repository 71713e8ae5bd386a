#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "canaries.hpp"

namespace ff::simulation {

/// Whether a planted bug was found, and how soon.
struct Caught {
  std::string canary;
  std::optional<std::size_t> after;  ///< seeds; nothing when it was not caught within those stated
  std::string rule;                  ///< the one that caught it
};

/// Plays seeds from `first` on until a rule breaks that holds without the canary.
[[nodiscard]] Caught catch_it(const Canary& canary, std::uint64_t first);

/// A table of all canaries; `all_caught` says whether none got away.
[[nodiscard]] std::vector<std::string> canary_table(std::uint64_t first, bool& all_caught);

/// The canary of that name; nothing when there is none.
[[nodiscard]] std::optional<Canary> canary_named(const std::string& name);

}  // namespace ff::simulation
