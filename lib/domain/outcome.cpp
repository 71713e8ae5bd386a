#include "domain/outcome.h"

#include <algorithm>
#include <array>

#include "domain/plan.h"

namespace ff::domain {
namespace {

constexpr std::array words = {"reached", "already", "degraded",    "down",       "nothing_changed",
                              "refused", "locked",  "interrupted", "rolled_back"};

}  // namespace

const char* word(Outcome::Kind kind) {
  return words[static_cast<std::size_t>(kind)];
}

std::optional<Outcome::Kind> outcome_kind(const std::string& text) {
  const auto found = std::ranges::find(words, text);
  if (found == words.end()) return std::nullopt;
  return static_cast<Outcome::Kind>(found - words.begin());
}

Outcome outcome_of(Outcome::Kind kind, const Plan& plan) {
  Outcome outcome;
  outcome.kind = kind;
  outcome.target = plan.to;
  outcome.previous = plan.from;
  outcome.declared = plan.declared;
  outcome.absent = plan.absent;
  outcome.drained = boxes_of(plan.drained);
  return outcome;
}

}  // namespace ff::domain
