#pragma once

#include <string>

#include "base/error.h"

namespace ff::acts {

/// One act that ff sends to a machine, from just before it is sent, past every check of ff's own, to its
/// answer. Where $FF_ACTS_LOG names a file, each begin and end is a line there:
///   MILLISECONDS begin|end NUMBER MACHINE WHAT... [-> ok|CODE]
/// with the milliseconds of CLOCK_BOOTTIME, so that lines of several programs can be put in order.
/// $FF_ACTS_AT="SIGNAL before|after NUMBER|TEXT" (KILL or STOP) has this program send itself that signal at
/// the act of that number, from 1 on, or at the first one whose machine and words contain that text. Acts of
/// several threads may overlap.
class Act {
 public:
  Act(const MachineName& machine, const std::string& what);
  /// The act has been answered; `error` is null where it succeeded.
  void ended(const Error* error) const;

 private:
  int number_;
  std::string words_;
};

}  // namespace ff::acts
