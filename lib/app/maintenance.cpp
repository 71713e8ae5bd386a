#include "app/maintenance.h"

#include <functional>
#include <utility>

#include "app/locking.h"
#include "app/run_record.h"
#include "engine/run.h"
#include "planner/inventory.h"
#include "planner/maintenance.h"

namespace ff::app {
namespace {

using domain::Outcome;

/// Plans the flip from what was seen.
using MakePlan = std::function<domain::Plan(const domain::Snapshot&)>;

struct Look {
  domain::Snapshot snapshot;
  domain::Plan plan;
};

/// One verb under way.
struct Flip {
  const Scene& scene;
  const SwitchRequest& request;
  Tokens tokens;   ///< only what gave a token may be served
  ProfileName to;  ///< what the history calls its target; empty for the profile in place
  MakePlan plan;
};

Result<Look> look(const Flip& flip, const std::stop_token& stop) {
  const Milliseconds deadline = flip.tokens == Tokens::asked ? whole_observe_deadline : observe_deadline;
  const Limit limit = ports::within(*flip.scene.readers.clock, deadline, stop);
  Look seen;
  seen.snapshot = observe_all(flip.scene, observe::Depth::quick, flip.tokens, limit);
  if (stop.stop_requested()) return fail(ErrorCode::cancelled, "asked to stop before anything was changed");
  seen.plan = flip.plan(seen.snapshot);
  return seen;
}

Outcome report(Outcome::Kind kind, const Flip& flip, const Look& seen) {
  Outcome outcome = domain::outcome_of(kind, seen.plan);
  outcome.previous = seen.plan.to;
  if (const domain::Profile* profile = flip.scene.declaration.find(seen.plan.to)) {
    outcome.serving =
        serving_count(seen.snapshot, domain::instances_of(flip.scene.declaration.cluster, *profile));
  }
  if (kind == Outcome::Kind::refused) outcome.hazards = domain::refusing(seen.plan, flip.request.accepted);
  return outcome;
}

Outcome with_error(Outcome outcome, Error error) {
  outcome.error = std::move(error);
  return outcome;
}

Status begin(const Flip& flip, const Look& seen, ports::World& world) {
  ports::Clock& clock = *world.readers.clock;
  domain::RunHeader header = header_of(flip.request, seen.plan, seen.snapshot, clock.wall());
  if (!flip.to.empty()) header.to = flip.to;
  return world.record->begin(header, ports::within(clock, note_deadline));
}

/// Under the lock, from the record's first line to its last.
Outcome carry_out(const Flip& flip, const Look& seen, ports::World& world, const std::stop_token& stop) {
  ports::Clock& clock = *world.readers.clock;
  const MonoTime began = clock.now();
  if (auto begun = begin(flip, seen, world); !begun)
    return with_error(report(Outcome::Kind::nothing_changed, flip, seen), std::move(begun.error()));
  engine::Context context{flip.scene.declaration, world, flip.request.run, flip.scene.api_key};
  engine::Ended ended = engine::run(seen.plan, context, stop);
  const bool reached = ended.how == engine::Ended::How::reached;
  Outcome outcome = report(reached ? Outcome::Kind::reached : Outcome::Kind::nothing_changed, flip, seen);
  if (reached) outcome.serving = static_cast<int>(seen.plan.target.size());
  // What was switched off may have had nothing behind it.
  const bool ends_in_outage = reached && flip.to.empty() && outcome.declared > 0 && outcome.serving == 0;
  if (ends_in_outage) outcome.kind = Outcome::Kind::down;
  outcome.run = flip.request.run;
  outcome.error = std::move(ended.error);
  outcome.took = std::chrono::duration_cast<Milliseconds>(clock.now() - began);
  note_end(outcome.kind, outcome.took, world);
  return outcome;
}

Result<Outcome> go(const Flip& flip, ports::Gate& gate, const std::string& verb, const Confirm& confirm,
                   const std::stop_token& stop) {
  FF_TRY(seen, look(flip, stop));
  if (!domain::refusing(seen.plan, flip.request.accepted).empty())
    return report(Outcome::Kind::refused, flip, seen);
  if (seen.plan.empty()) return report(Outcome::Kind::already, flip, seen);
  if (!confirm(seen.plan)) return report(Outcome::Kind::nothing_changed, flip, seen);

  const domain::Cluster& cluster = flip.scene.declaration.cluster;
  const ports::Holder holder = holder_of(flip.request, verb, *flip.scene.readers.clock);
  // Every run locks the route host, so that its lock alone keeps them apart.
  auto world = lock_machines(flip.scene, gate, holder, all_but(cluster, {cluster.route_host}), stop);
  if (!world && world.error().code == ErrorCode::cancelled) return fail(std::move(world.error()));
  if (!world) return with_error(report(kept_out(world.error()), flip, seen), std::move(world.error()));
  // What was seen before the lock may be another operator's yesterday: only what is seen under it counts.
  auto again = look(flip, stop);
  Result<Outcome> outcome = !again ? Result<Outcome>(fail(std::move(again.error())))
                            : domain::refusing(again->plan, flip.request.accepted).empty()
                                ? carry_out(flip, *again, *world, stop)
                                : report(Outcome::Kind::refused, flip, *again);
  let_go(*world);
  return outcome;
}

}  // namespace

Result<Outcome> begin_maintenance(const Scene& scene, ports::Gate& gate, const Announcement& announcement,
                                  const SwitchRequest& request, const Confirm& confirm,
                                  const std::stop_token& stop) {
  const domain::Notice notice = {request.operator_name, scene.readers.clock->wall(), announcement.until};
  const Flip flip = {
      scene, request, Tokens::none, ProfileName("maintenance"), [&](const domain::Snapshot& snapshot) {
        return planner::make_maintenance(scene.declaration, snapshot, announcement.message, notice);
      }};
  return go(flip, gate, "maintenance on", confirm, stop);
}

Result<Outcome> end_maintenance(const Scene& scene, ports::Gate& gate, const SwitchRequest& request,
                                const Confirm& confirm, const std::stop_token& stop) {
  const Flip flip = {scene, request, Tokens::asked, {}, [&](const domain::Snapshot& snapshot) {
                       return planner::make_end_of_maintenance(scene.declaration, snapshot);
                     }};
  return go(flip, gate, "maintenance off", confirm, stop);
}

}  // namespace ff::app
