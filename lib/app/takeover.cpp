#include "app/takeover.h"

#include <algorithm>
#include <utility>

#include "app/locking.h"
#include "app/run_record.h"
#include "app/telling.h"
#include "app/turn.h"
#include "app/unfinished.h"
#include "planner/inventory.h"

namespace ff::app {
namespace {

constexpr Milliseconds ask_deadline{15'000};
/// Killing a session, its holder's own farewell of 10 s to its jobs, and killing that.
constexpr Milliseconds fence_deadline{45'000};
constexpr Milliseconds look_interval{500};

/// What of the locks is the run's; the value is nothing when it holds none.
Result<std::optional<Holding>> holding_of(const Scene& scene, const RunId& run, const std::stop_token& stop) {
  std::optional<Holding> holding;
  for (const Held& held : locks_held(scene, {}, stop)) {
    if (held.run != run) {
      return fail({ErrorCode::locked,
                   held.machine.text() + " is locked by another run",
                   {held.machine, {}},
                   {held.by},
                   {Advice::Kind::take_over, held.run.text()}});
    }
    if (!holding) holding = Holding{run, held.by, {}};
    holding->machines.push_back(held.machine);
  }
  if (stop.stop_requested()) return fail(ErrorCode::cancelled, "asked to stop");
  return holding;
}

/// Each machine of its locks is asked: one of them may be out of its reach. One that hears it is enough.
Status ask_all(const Scene& scene, ports::Takeover& takeover, const Holding& holding,
               const TakeoverRequest& request, const std::stop_token& stop) {
  const ports::StopWish wish{request.own.operator_name, request.own.reason};
  bool heard = false;
  std::optional<Error> first;
  for (const MachineName& machine : holding.machines) {
    Status asked =
        takeover.ask(machine, holding.run, wish, ports::within(*scene.readers.clock, ask_deadline, stop));
    heard = heard || asked || asked.error().code == ErrorCode::not_found;
    if (!asked && !first) first = asked.error();
  }
  if (!heard && first) return fail(std::move(*first));
  return Done{};
}

/// Waits for the run to end by itself; what it then still holds is the value.
Result<std::optional<Holding>> await_end(const Scene& scene, const TakeoverRequest& request,
                                         const std::stop_token& stop) {
  ports::Clock& clock = *scene.readers.clock;
  const MonoTime deadline = clock.now() + request.grace;
  std::string told;
  for (;;) {
    FF_TRY(holding, holding_of(scene, request.holder, stop));
    if (!holding || clock.now() >= deadline) return holding;
    if (holding->words != told) {
      tell(scene.readers, {.text = "asked to stop, at most " + human(request.grace) + ": " + holding->words});
      told = holding->words;
    }
    FF_TRY(slept, clock.sleep_until({std::min(deadline, clock.now() + look_interval), stop}));
  }
}

/// Takes all locks, notes the takeover, and lets go.
Status prove(const Scene& scene, ports::Gate& gate, const TakeoverRequest& request, const Holding& holding,
             const domain::Snapshot& now) {
  ports::Clock& clock = *scene.readers.clock;
  const ports::Holder self = holder_of(request.own, "takeover " + request.holder.text(), clock);
  FF_TRY(world, lock_machines(scene, gate, self, {}, {}));
  domain::Plan nothing;
  if (const domain::Intent* intent = planner::latest_intent(now)) nothing.from = intent->to;
  nothing.to = ProfileName(taken_over_name);
  domain::RunHeader header = header_of(request.own, nothing, now, clock.wall());
  header.accepted = {"run " + holding.run.text() + " (" + holding.words + "): " + request.own.reason};
  const Status begun = world.record->begin(header, ports::within(clock, note_deadline));
  if (begun) note_end(domain::Outcome::Kind::reached, Milliseconds{0}, world);
  let_go(world);
  return begun;
}

}  // namespace

Result<TakenOver> take_over(const Scene& scene, ports::Takeover& takeover, ports::Gate& gate,
                            const TakeoverRequest& request,
                            const std::function<bool(const Holding&)>& confirm, const std::stop_token& stop) {
  TakenOver taken;
  FF_TRY(holding, holding_of(scene, request.holder, stop));
  if (holding && !confirm(*holding)) {
    taken.how = TakenOver::How::declined;
    return taken;
  }
  if (holding) {
    FF_TRY(asked, ask_all(scene, takeover, *holding, request, stop));
    FF_TRY(left, await_end(scene, request, stop));
    taken.how = left ? TakenOver::How::fenced : TakenOver::How::stopped;
    if (left) taken.fenced = left->machines;
    for (const MachineName& machine : taken.fenced) {
      tell(scene.readers, {.text = "killing its session on " + machine.text()});
      // From here on a stop is too late: a run that is half fenced must not go on.
      FF_TRY(fenced,
             takeover.fence(machine, request.holder, ports::within(*scene.readers.clock, fence_deadline)));
    }
  }
  const Limit limit = ports::within(*scene.readers.clock, observe_deadline);
  const domain::Snapshot now = observe_all(scene, observe::Depth::quick, Tokens::none, limit);
  taken.unfinished = unfinished(now).has_value();
  if (holding) {
    FF_TRY(proven, prove(scene, gate, request, *holding, now));
  }
  return taken;
}

}  // namespace ff::app
