#include <utility>
#include <variant>

#include "engine/deadlines.h"
#include "engine/look.h"
#include "engine/progress.h"
#include "engine/steps/act.h"
#include "words/evidence.h"

namespace ff::engine {
namespace {

/// Requests are left to end. An engine that cannot be asked, or has a dead rank, is not waited for: its
/// requests hang, and waiting would only lengthen the outage.
Result<Evidence> drain(const domain::Step& step, Milliseconds timeout, Context& context,
                       std::stop_token stop) {
  ports::Clock& clock = *context.world.readers.clock;
  const MonoTime deadline = clock.now() + timeout;
  Progress progress(step, context, deadline);
  bool idle_before = false;
  for (;;) {
    const auto view = look(step, context, ports::within(clock, look_deadline, stop));
    if (!view) {
      if (stop.stop_requested()) return std::unexpected(view.error());
      return Evidence{"skipped: " + view.error().what, false};
    }
    if (const auto doom = domain::doomed(step, *view)) return Evidence{"skipped: " + doom->what, false};
    const bool idle = domain::holds(step, *view);
    if (idle && idle_before) return Evidence{words::evidence(step, *view), false};
    idle_before = idle;
    progress.tell(*view);
    if (clock.now() >= deadline) {
      return Evidence{words::evidence(step, *view) + " after " + human(timeout) + "; they will be cut",
                      false};
    }
    const MonoTime next = std::min(deadline, clock.now() + drain_look_interval);
    FF_TRY(slept, clock.sleep_until({next, stop}));
  }
}

/// Every instance is asked for a token, one after the other, so that each gets the time of a look.
Result<Evidence> settle(const domain::Step& step, const domain::Settle& settled, Context& context,
                        std::stop_token stop) {
  ports::Clock& clock = *context.world.readers.clock;
  FF_TRY(slept, clock.sleep_until(ports::within(clock, settled.pause, stop)));
  const auto looks = static_cast<int>(settled.serving.size()) + 1;
  FF_TRY(view, look(step, context, ports::within(clock, looks * look_deadline, stop)));
  if (auto doom = domain::doomed(step, view)) return std::unexpected(std::move(*doom));
  return Evidence{words::evidence(step, view), false};
}

}  // namespace

Result<Evidence> act_over_time(const domain::Step& step, Context& context, std::stop_token stop) {
  if (const auto* drained = std::get_if<domain::Drain>(&step.action)) {
    return drain(step, drained->timeout, context, std::move(stop));
  }
  return settle(step, std::get<domain::Settle>(step.action), context, std::move(stop));
}

}  // namespace ff::engine
