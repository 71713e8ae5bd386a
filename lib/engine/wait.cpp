#include "engine/wait.h"

#include <algorithm>
#include <set>
#include <utility>

#include "engine/deadlines.h"
#include "engine/look.h"
#include "engine/progress.h"
#include "words/evidence.h"
#include "words/step.h"

namespace ff::engine {
namespace {

/// A look that failed for a reason which the next one may not have: the manager was busy, a dial took too
/// long.
bool worth_asking_again(const Error& error) {
  return error.code == ErrorCode::timeout;
}

Error overdue(const domain::Step& step, const domain::Snapshot& view, Milliseconds deadline) {
  Error error{ErrorCode::timeout, words::describe(step) + ": not so within " + human(deadline), {}, {}, {}};
  error.where.machine = domain::machine_of(step);
  const std::string last = words::evidence(step, view);
  if (!last.empty()) error.evidence.push_back("last seen: " + last);
  return error;
}

/// Whether the engine that the step waits for has begun to answer.
bool answers(const domain::Step& step, const domain::Snapshot& view) {
  const auto* wait = std::get_if<domain::AwaitHealthy>(&step.action);
  const domain::Health* health = wait == nullptr ? nullptr : view.health_of(wait->instance);
  return health != nullptr && health->rung >= domain::Rung::accepting;
}

/// Each look gets its own deadline, so that one slow answer does not eat the whole wait.
Limit look_limit(ports::Clock& clock, const Limit& whole) {
  return {std::min(whole.deadline, clock.now() + look_deadline), whole.stop};
}

}  // namespace

Result<Watches> Watches::subscribe(const domain::Step& step, Context& context, const Limit& limit) {
  std::map<MachineName, std::set<UnitName>> by_machine;
  for (const auto& [machine, unit] : domain::watched_by(step)) by_machine[machine].insert(unit);
  Watches all;
  for (const auto& [machine, units] : by_machine) {
    const auto readers = context.world.readers.machines.find(machine);
    if (readers == context.world.readers.machines.end()) continue;
    FF_TRY(watch, readers->second.units->watch({units.begin(), units.end()}, limit));
    all.watches_.push_back(std::move(watch));
  }
  return all;
}

Status Watches::pause(ports::Clock& clock, const Limit& limit) {
  const MonoTime until = std::min(limit.deadline, clock.now() + poll_interval);
  if (watches_.empty()) return clock.sleep_until({until, limit.stop});
  for (std::size_t i = 0; i < watches_.size(); ++i) {
    // The first one waits; the others are emptied without waiting, since any event only means "look again".
    const Limit turn{i == 0 ? until : clock.now(), limit.stop};
    FF_TRY(event, watches_[i]->next(turn));
  }
  return Done{};
}

Result<Awaited> await(const domain::Step& step, Watches& watches, Context& context, const Limit& limit) {
  ports::Clock& clock = *context.world.readers.clock;
  Progress progress(step, context, limit.deadline);
  domain::Snapshot last;
  std::optional<MonoTime> answered;
  for (;;) {
    const MonoTime looked = clock.now();
    auto view = look(step, context, look_limit(clock, limit));
    if (view && !answered && answers(step, *view)) answered = looked;
    if (view && domain::holds(step, *view)) {
      Awaited awaited{std::move(*view), {}};
      if (answered) awaited.ladder = std::chrono::duration_cast<Milliseconds>(clock.now() - *answered);
      return awaited;
    }
    if (view) {
      if (auto doom = domain::doomed(step, *view))
        return std::unexpected(progress.with_log(std::move(*doom)));
      progress.tell(*view);
      // The look that the deadline cut short tells less than the one before it.
      if (last.machines.empty() || clock.now() < limit.deadline) last = std::move(*view);
    } else if (!worth_asking_again(view.error())) {
      return std::unexpected(view.error());
    }
    if (clock.now() >= limit.deadline) {
      return std::unexpected(progress.with_log(overdue(step, last, progress.waited())));
    }
    FF_TRY(paused, watches.pause(clock, limit));
  }
}

}  // namespace ff::engine
