#pragma once

#include <stop_token>
#include <string>

#include "domain/step.h"
#include "engine/context.h"

namespace ff::engine {

/// What came of a step that succeeded.
struct Evidence {
  std::string text;      ///< one line for people
  bool already = false;  ///< it held before anything was done
  /// How long the act alone took; the rest of the step is the wait until it held.
  Milliseconds act_took{0};
  /// Of a wait for health: how long the engine took from its first answer to the token.
  std::optional<Milliseconds> ladder = {};
};

/// One step, whole: subscribe, look, act only if it does not hold, wait until it does. The stop token ends
/// waits, never the act. A failed act whose outcome is unknown is an error, even if the next look would show
/// success.
[[nodiscard]] Result<Evidence> carry_out(const domain::Step& step, Context& context, std::stop_token stop);

}  // namespace ff::engine
