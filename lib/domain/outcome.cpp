#include "domain/outcome.h"

#include <array>

namespace ff::domain {

const char* word(Outcome::Kind kind) {
  constexpr std::array words = {"reached", "already", "degraded",    "down",       "nothing_changed",
                                "refused", "locked",  "interrupted", "rolled_back"};
  return words[static_cast<std::size_t>(kind)];
}

}  // namespace ff::domain
