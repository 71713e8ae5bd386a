#pragma once

#include <string>
#include <vector>

#include "domain/step.h"
#include "engine/context.h"

namespace ff::engine {

/// Tells how one wait goes on: at most one line a second, with the last evidence and the time left.
class Progress {
 public:
  Progress(const domain::Step& step, Context& context, MonoTime deadline);

  /// Emits a line when a second has passed since the last.
  void tell(const domain::Snapshot& view);
  /// The error with the last log lines of the unit that it names, or of the step's instance's leader.
  [[nodiscard]] Error with_log(Error error);
  /// How long the wait has lasted.
  [[nodiscard]] Milliseconds waited() const;

 private:
  /// The last lines that the unit's present invocation logged; empty when they cannot be read.
  std::vector<std::string> log_of(const MachineName& machine, const UnitName& unit, int count);

  const domain::Step& step_;
  Context& context_;
  MonoTime began_;
  MonoTime deadline_;
  MonoTime next_;
};

}  // namespace ff::engine
