#pragma once

#include <string>

#include "domain/step.h"

namespace ff::words {

/// The columns of a step in a plan.
struct StepLine {
  std::string kind;     ///< "silence", "route", ...
  std::string machine;  ///< on which it acts
  std::string subject;  ///< units, or what the proxy is to do, or what is awaited
  std::string text;     ///< what is done and why; may be empty
};

/// The step for a table.
[[nodiscard]] StepLine step_line(const domain::Step& step);
/// The step on one line without its machine, as records, events and errors have it: subject and text.
[[nodiscard]] std::string describe(const domain::Step& step);

}  // namespace ff::words
