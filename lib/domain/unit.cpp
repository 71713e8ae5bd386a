#include "domain/unit.h"

#include <algorithm>
#include <array>

namespace ff::domain {
namespace {

constexpr std::array load_words = {"loaded", "not-found", "masked", "error", "other"};
constexpr std::array active_words = {"active",     "reloading",    "inactive", "failed",
                                     "activating", "deactivating", "other"};

/// Index of `word` in `words`, the last one ("other") when it is not there.
template <std::size_t n>
std::size_t index_of(const std::array<const char*, n>& words, const std::string& word) {
  const auto found = std::ranges::find(words, word, [](const char* w) { return std::string(w); });
  return found == words.end() ? n - 1 : static_cast<std::size_t>(found - words.begin());
}

}  // namespace

bool UnitDefinition::relates(const std::string& relation, const UnitName& other) const {
  const auto found = relations.find(relation);
  return found != relations.end() && std::ranges::find(found->second, other) != found->second.end();
}

const char* word(LoadState state) {
  return load_words[static_cast<std::size_t>(state)];
}
const char* word(ActiveState state) {
  return active_words[static_cast<std::size_t>(state)];
}
LoadState load_state_of(const std::string& word) {
  return static_cast<LoadState>(index_of(load_words, word));
}
ActiveState active_state_of(const std::string& word) {
  return static_cast<ActiveState>(index_of(active_words, word));
}

}  // namespace ff::domain
