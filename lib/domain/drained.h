#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/time.h"

namespace ff::domain {

/// A box that an operator took out of service. It answers, is looked at and locked, but runs nothing of any
/// profile until an operator takes it back.
struct Drained {
  MachineName box;
  std::string reason;         ///< or empty
  std::string operator_name;  ///< user@host
  WallTime since = {};
  std::optional<WallTime> until = {};  ///< by when it should be back; only a person takes it back

  bool operator==(const Drained&) const = default;
};

[[nodiscard]] inline std::vector<MachineName> boxes_of(const std::vector<Drained>& drained) {
  std::vector<MachineName> boxes;
  for (const Drained& one : drained) boxes.push_back(one.box);
  return boxes;
}

}  // namespace ff::domain
