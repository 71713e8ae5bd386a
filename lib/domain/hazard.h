#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "base/ids.h"

namespace ff::domain {

/// Something observed that would break the plan or its result.
struct Hazard {
  enum class Class {
    block,   ///< the plan is refused
    accept,  ///< refused unless the operator accepts it by its id
    note,    ///< told, nothing more
  };
  HazardId id;  ///< stable: kind, machine and unit joined by ':'
  Class weight = Class::block;
  Place where;
  std::string what;    ///< one sentence
  std::string remedy;  ///< what to do about it, a sentence or lines to add to a file
  Advice advice = {};  ///< the command that gets past it, where there is one
};

[[nodiscard]] const char* word(Hazard::Class weight);

}  // namespace ff::domain
