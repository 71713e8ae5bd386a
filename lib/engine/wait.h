#pragma once

#include <memory>
#include <vector>

#include "domain/step.h"
#include "engine/context.h"

namespace ff::engine {

/// Subscriptions of one step, made before it acts.
class Watches {
 public:
  /// One watch a machine that the step depends on.
  static Result<Watches> subscribe(const domain::Step& step, Context& context, const Limit& limit);

  /// Returns when a watched unit changed or `poll_interval` passed, whichever is first.
  Status pause(ports::Clock& clock, const Limit& limit);

 private:
  std::vector<std::unique_ptr<ports::UnitWatch>> watches_;
};

/// What a wait ended with.
struct Awaited {
  domain::Snapshot view;               ///< in which the step holds
  std::optional<Milliseconds> ladder;  ///< of a wait for health: from the engine's first answer to the end
};

/// Waits until the step holds. Ends early when it is doomed; tells progress on the way.
[[nodiscard]] Result<Awaited> await(const domain::Step& step, Watches& watches, Context& context,
                                    const Limit& limit);

}  // namespace ff::engine
