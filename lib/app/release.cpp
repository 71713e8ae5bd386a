#include "app/release.h"

#include <algorithm>
#include <utility>

#include "app/intent_book.h"
#include "app/locking.h"
#include "app/run_record.h"
#include "engine/run.h"
#include "planner/drift.h"
#include "planner/release.h"
#include "words/reason.h"

namespace ff::app {
namespace {

using domain::Outcome;

struct Look {
  domain::Snapshot snapshot;
  domain::Plan plan;

  [[nodiscard]] bool nothing_to_do() const {
    return plan.empty() && std::ranges::none_of(snapshot.machines, [](const auto& entry) {
             return entry.second.intent.has_value();
           });
  }
};

Result<Look> look(const Scene& scene, const std::stop_token& stop) {
  const Limit limit = ports::within(*scene.readers.clock, whole_observe_deadline, stop);
  Look seen;
  seen.snapshot = observe_all(scene, observe::Depth::whole, Tokens::none, limit);
  if (stop.stop_requested()) return fail(ErrorCode::cancelled, "asked to stop before anything was changed");
  seen.plan = planner::make_release(scene.declaration, seen.snapshot);
  return seen;
}

Released report(Outcome::Kind kind, const Scene& scene, const Look& seen) {
  const planner::Judgement now = planner::judge(scene.declaration, seen.snapshot);
  Released released;
  released.outcome.kind = kind;
  released.outcome.target = now.profile;
  released.outcome.previous = now.profile;
  released.outcome.serving = now.serving_count();
  released.outcome.declared = now.declared;
  released.outcome.hazards = domain::refusing(seen.plan, {});
  released.running = planner::running_units(scene.declaration, seen.snapshot);
  released.foreign_masks = planner::foreign_masks(scene.declaration, seen.snapshot);
  return released;
}

Released not_entered(const Scene& scene, const Look& seen, Error error) {
  Released released = report(kept_out(error), scene, seen);
  released.outcome.error = std::move(error);
  return released;
}

Status begin(const SwitchRequest& request, const Look& seen, ports::World& world) {
  ports::Clock& clock = *world.readers.clock;
  domain::RunHeader header = header_of(request, seen.plan, seen.snapshot, clock.wall());
  header.to = ProfileName(released_name);
  return world.record->begin(header, ports::within(clock, note_deadline));
}

/// The first failure; the intent goes only when no mask is left.
Status take_away(const Scene& scene, const SwitchRequest& request, const Look& seen, ports::World& world,
                 const std::stop_token& stop) {
  engine::Context context{scene.declaration, world, request.run, scene.api_key};
  if (auto ended = engine::run(seen.plan, context, stop); ended.error) {
    return std::unexpected(std::move(*ended.error));
  }
  return remove_intent(world, ports::within(*world.readers.clock, note_deadline));
}

Outcome::Kind kind_of(const Status& done, bool begun) {
  if (done) return Outcome::Kind::reached;
  if (!begun) return Outcome::Kind::nothing_changed;
  return done.error().code == ErrorCode::cancelled ? Outcome::Kind::interrupted : Outcome::Kind::degraded;
}

/// Of the units that the plan unmasks those that are.
planner::UnitsOf unmasked(const domain::Plan& plan, const domain::Snapshot& after) {
  planner::UnitsOf units;
  for (const domain::Stage& stage : plan.stages) {
    for (const domain::Step& step : stage.steps) {
      const MachineName& machine = domain::machine_of(step);
      for (const UnitName& unit : domain::units_of(step)) {
        if (!after.machine(machine).masked(unit)) units[machine].insert(unit);
      }
    }
  }
  return units;
}

/// Under the lock, from the record's first line to its last.
Result<Released> carry_out(const Scene& scene, const SwitchRequest& request, const Look& seen,
                           ports::World& world, const std::stop_token& stop) {
  ports::Clock& clock = *scene.readers.clock;
  const MonoTime began = clock.now();
  Status done = begin(request, seen, world);
  const bool begun = done.has_value();
  if (begun) done = take_away(scene, request, seen, world, stop);
  FF_TRY(after, look(scene, {}));
  Released released = report(kind_of(done, begun), scene, after);
  released.unmasked = unmasked(seen.plan, after.snapshot);
  released.outcome.run = request.run;
  if (!done) released.outcome.error = done.error();
  released.outcome.took = std::chrono::duration_cast<Milliseconds>(clock.now() - began);
  if (begun) note_end(released.outcome.kind, released.outcome.took, world);
  return released;
}

}  // namespace

Result<Released> release(const Scene& scene, ports::Gate& gate, const SwitchRequest& request,
                         const Confirm& confirm, std::stop_token stop) {
  FF_TRY(seen, look(scene, stop));
  if (!domain::refusing(seen.plan, {}).empty()) return report(Outcome::Kind::refused, scene, seen);
  if (seen.nothing_to_do()) return report(Outcome::Kind::already, scene, seen);
  if (!confirm(seen.plan)) return report(Outcome::Kind::nothing_changed, scene, seen);

  const ports::Holder holder = holder_of(request, "release", *scene.readers.clock);
  auto world = lock_machines(scene, gate, holder, {}, stop);
  if (!world && world.error().code == ErrorCode::cancelled) return fail(std::move(world.error()));
  if (!world) return not_entered(scene, seen, std::move(world.error()));
  // What was seen before the lock may be another operator's yesterday: only what is seen under it counts.
  auto again = look(scene, stop);
  Result<Released> released = !again ? Result<Released>(fail(std::move(again.error())))
                              : domain::refusing(again->plan, {}).empty()
                                  ? carry_out(scene, request, *again, *world, stop)
                                  : report(Outcome::Kind::refused, scene, *again);
  let_go(*world);
  return released;
}

}  // namespace ff::app
