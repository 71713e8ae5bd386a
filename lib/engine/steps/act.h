#pragma once

#include <stop_token>

#include "domain/step.h"
#include "engine/carry_out.h"
#include "engine/context.h"

namespace ff::engine {

/// How each kind of step acts, one function a kind, each in the file of its name. They only act; whether it
/// worked is told by holds(). The limit has a deadline and no stop: an act under way is never cut.
[[nodiscard]] Status act(const domain::Silence& step, Context& context, const Limit& limit);
[[nodiscard]] Status act(const domain::SetRoute& step, Context& context, const Limit& limit);
[[nodiscard]] Status act(const domain::Retire& step, Context& context, const Limit& limit);
[[nodiscard]] Status act(const domain::Mask& step, Context& context, const Limit& limit);
[[nodiscard]] Status act(const domain::Unmask& step, Context& context, const Limit& limit);
[[nodiscard]] Status act(const domain::Configure& step, Context& context, const Limit& limit);
[[nodiscard]] Status act(const domain::Launch& step, Context& context, const Limit& limit);
[[nodiscard]] Status act(const domain::AwaitHealthy& step, Context& context, const Limit& limit);
[[nodiscard]] Status act(const domain::Enable& step, Context& context, const Limit& limit);
[[nodiscard]] Status act(const domain::Arm& step, Context& context, const Limit& limit);

/// The act of whichever kind it is. Drain and Settle wait rather than act: see act_over_time.
[[nodiscard]] Status act(const domain::Step& step, Context& context, const Limit& limit);

/// What Drain and Settle do: let time pass, and look. A stop ends them.
[[nodiscard]] Result<Evidence> act_over_time(const domain::Step& step, Context& context,
                                             std::stop_token stop);

/// What is noted once the step holds: a finished start is recorded on its box. No run fails where that cannot
/// be written: the next prediction has one start less to go by.
void note(const domain::Step& step, Context& context);

/// The actors of one machine; `not_found` when it is not in the world.
[[nodiscard]] Result<ports::MachineActors> actors_of(Context& context, const MachineName& machine);

}  // namespace ff::engine
