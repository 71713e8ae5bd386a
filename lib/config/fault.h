#pragma once

#include <string>
#include <vector>

#include "base/error.h"

namespace ff::config {

/// One thing that is wrong in a file, and what would be right.
struct Fault {
  std::string file;
  int line = 0;  ///< counted from 1; 0 when the fault is about the whole file
  int column = 0;
  std::string what;  ///< what is wrong and what is allowed, in one sentence without a final stop

  auto operator<=>(const Fault&) const = default;
};

/// "file:line:column: what", safe to print; without the figures when the fault is about the whole file.
[[nodiscard]] std::string text(const Fault& fault);
/// All faults as one error (bad_input): its evidence is the first 50 of them, each one line, in the order
/// of files and lines, and then how many are not shown. `faults` must not be empty.
[[nodiscard]] Error error_of(std::vector<Fault> faults);

}  // namespace ff::config
