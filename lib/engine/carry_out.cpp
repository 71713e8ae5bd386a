#include "engine/carry_out.h"

#include <utility>
#include <variant>

#include "engine/deadlines.h"
#include "engine/look.h"
#include "engine/steps/act.h"
#include "engine/wait.h"
#include "words/evidence.h"

namespace ff::engine {
namespace {

/// Steps that are about time that passes do all of their waiting in their act.
bool waits_in_act(const domain::Step& step) {
  return std::holds_alternative<domain::Drain>(step.action) ||
         std::holds_alternative<domain::Settle>(step.action);
}

}  // namespace

Result<Evidence> carry_out(const domain::Step& step, Context& context, std::stop_token stop) {
  ports::Clock& clock = *context.world.readers.clock;
  const Limit whole = ports::within(clock, deadline_of(step), stop);
  if (waits_in_act(step)) return act_over_time(step, context, stop);
  FF_TRY(watches, Watches::subscribe(step, context, ports::within(clock, look_deadline, stop)));
  FF_TRY(seen, look(step, context, ports::within(clock, look_deadline, stop)));
  if (domain::holds(step, seen)) return Evidence{words::evidence(step, seen), true};
  const MonoTime began = clock.now();
  FF_TRY(acted, act(step, context, ports::within(clock, act_deadline_of(step))));
  const auto act_took = std::chrono::duration_cast<Milliseconds>(clock.now() - began);
  FF_TRY(awaited, await(step, watches, context, whole));
  note(step, context);
  return Evidence{words::evidence(step, awaited.view), false, act_took, awaited.ladder};
}

}  // namespace ff::engine
