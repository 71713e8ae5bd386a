#include "domain/record.h"

#include <array>

namespace ff::domain {

std::string Run::outcome() const {
  if (records.empty() || records.back().kind != Record::Kind::ended) return {};
  return records.back().text;
}

const char* word(Record::Kind kind) {
  constexpr std::array words = {"about_to", "done", "failed", "replanned", "ended"};
  return words[static_cast<std::size_t>(kind)];
}

}  // namespace ff::domain
