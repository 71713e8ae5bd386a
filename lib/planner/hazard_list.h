#pragma once

#include <string>
#include <utility>
#include <vector>

#include "domain/hazard.h"
#include "words/hazard.h"

namespace ff::planner {

/// Gathers hazards, each id once, in the order in which they are found.
class HazardList {
 public:
  /// The id is `kind`, machine and unit joined by ':', so that it stays the same from plan to plan.
  void add(const std::string& kind, domain::Hazard::Class weight, Place place, words::hazard::Text text,
           Advice advice = {});
  [[nodiscard]] std::vector<domain::Hazard> take() { return std::move(hazards_); }

 private:
  std::vector<domain::Hazard> hazards_;
};

}  // namespace ff::planner
