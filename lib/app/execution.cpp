#include "app/execution.h"

#include <algorithm>
#include <utility>

#include "app/intent_book.h"
#include "app/outage_parts.h"
#include "app/run_record.h"
#include "codec/record.h"
#include "observe/paths.h"
#include "planner/inventory.h"

namespace ff::app {
namespace {

constexpr Milliseconds release_deadline{10'000};

using domain::Outcome;

domain::Intent next_intent(const SwitchRequest& request, const domain::Snapshot& before,
                           const domain::Plan& plan, WallTime now) {
  const domain::Intent* last = planner::latest_intent(before);
  domain::Intent intent;
  intent.generation = {last ? last->generation.number + 1 : 1, request.run};
  intent.from = plan.from;
  intent.to = request.target;
  intent.phase = domain::Intent::Phase::switching;
  intent.operator_name = request.operator_name;
  intent.since = now;
  intent.absent = plan.absent;
  intent.drained = plan.drained;
  return intent;
}

/// Watchdogs of the plan's silence that were armed before it.
std::vector<domain::Step> arm_again(const domain::Plan& plan, const domain::Snapshot& before) {
  std::vector<domain::Step> steps;
  for (const domain::Stage& stage : plan.stages) {
    for (const domain::Step& step : stage.steps) {
      const auto* silence = std::get_if<domain::Silence>(&step.action);
      if (silence == nullptr) continue;
      domain::Arm arm{silence->machine, {}};
      for (const UnitName& unit : silence->units) {
        if (before.machine(silence->machine).enabled(unit)) arm.units.push_back(unit);
      }
      if (!arm.units.empty()) steps.push_back({arm, "put back as it was"});
    }
  }
  return steps;
}

}  // namespace

Execution::Execution(const Scene& scene, ports::World& world, const SwitchRequest& request,
                     const domain::Snapshot& before, const domain::Plan& plan)
    : scene_(scene),
      world_(world),
      request_(request),
      before_(before),
      plan_(plan),
      intent_(next_intent(request, before, plan, scene.readers.clock->wall())),
      probe_(scene.readers, domain::public_endpoint(scene.declaration.cluster), scene.api_key, request.run),
      began_(scene.readers.clock->now()) {}

Outcome Execution::run(std::stop_token stop) {
  if (const auto begun = begin(); !begun) return failed_to_begin(begun.error());
  const engine::Ended ended = carry_out(stop);
  Outcome outcome = conclude(ended);
  finish(outcome);
  return outcome;
}

Status Execution::begin() {
  ports::Clock& clock = *scene_.readers.clock;
  FF_TRY(intended, write_intent(intent_, world_, ports::within(clock, note_deadline)));
  domain::RunHeader header = header_of(request_, clock.wall());
  header.generation = intent_.generation.number;
  header.from = plan_.from;
  header.to = plan_.to;
  for (const HazardId& id : request_.accepted) header.accepted.push_back(id.text() + ": " + request_.reason);
  for (const MachineName& machine : plan_.absent) {
    header.accepted.push_back("without " + machine.text() +
                              (request_.reason.empty() ? "" : ": " + request_.reason));
  }
  for (const std::string& wish : wishes_of(request_)) header.accepted.push_back(wish);
  FF_TRY(noted, world_.record->begin(header, ports::within(clock, note_deadline)));
  domain::Event event;
  event.kind = domain::Event::Kind::run_started;
  event.at = clock.wall();
  event.run = request_.run;
  event.stages = static_cast<int>(plan_.stages.size());
  event.text = (plan_.from.empty() ? "nothing" : plan_.from.text()) + " -> " + plan_.to.text();
  scene_.readers.events->emit(event);
  return Done{};
}

engine::Ended Execution::carry_out(const std::stop_token& stop) {
  engine::Context context{scene_.declaration, world_, request_.run, scene_.api_key};
  engine::Ended ended;
  std::stop_source probing;
  std::vector<ports::Lane> lanes;
  const MachineName& route_host = scene_.declaration.cluster.route_host;
  lanes.push_back({route_host, [&](std::stop_token) -> Status {
                     ended = engine::run(plan_, context, stop);
                     probing.request_stop();
                     return Done{};
                   }});
  lanes.push_back({route_host, [&](std::stop_token) -> Status {
                     probe_.run(probing.get_token());
                     return Done{};
                   }});
  (void)scene_.readers.lanes->run(std::move(lanes), {});
  return ended;
}

Outcome Execution::conclude(const engine::Ended& ended) {
  Outcome outcome;
  outcome.run = request_.run;
  outcome.target = plan_.to;
  outcome.previous = plan_.from;
  outcome.declared = plan_.declared;
  outcome.absent = plan_.absent;
  outcome.drained = domain::boxes_of(plan_.drained);
  outcome.error = ended.error;
  // Where nothing served there is nothing to go back to: what was done so far is on the way.
  bool as_before = ended.how != engine::Ended::How::reached && !ended.retired && !ended.launched &&
                   !plan_.serving_before.empty();
  if (as_before) {
    const auto back = put_back();
    if (!back && outcome.error) outcome.error->evidence.push_back(back.error().what);
    as_before = back.has_value();
  }
  judge(ended, as_before, outcome);
  outcome.outage_seen = probe_.seen();
  if (plan_.prediction.outage) outcome.outage_predicted = plan_.prediction.longest();
  outcome.outage_parts = outage_parts(plan_, ended.times);
  record_outage(ended);
  outcome.took = std::chrono::duration_cast<Milliseconds>(scene_.readers.clock->now() - began_);
  return outcome;
}

void Execution::record_outage(const engine::Ended& ended) {
  const auto times = outage_times(plan_, ended.times);
  const auto host = world_.actors.find(scene_.declaration.cluster.route_host);
  if (!times || host == world_.actors.end()) return;
  ports::Clock& clock = *scene_.readers.clock;
  const domain::RecordedOutage outage{plan_.from, plan_.to, *times, clock.wall()};
  (void)host->second.host->append_file({observe::outages_path, codec::outage_line(outage) + "\n"},
                                       ports::within(clock, note_deadline));
}

void Execution::judge(const engine::Ended& ended, bool as_before, Outcome& outcome) {
  if (ended.how == engine::Ended::How::reached) {
    outcome.kind = Outcome::Kind::reached;
    outcome.serving = static_cast<int>(plan_.target.size());
    return;
  }
  const Limit limit = ports::within(*scene_.readers.clock, observe_deadline);
  const auto now = observe_all(scene_, observe::Depth::quick, Tokens::asked, limit);
  const bool interrupted = ended.how == engine::Ended::How::interrupted;
  if (as_before) {
    outcome.serving = healthy_count(now, plan_.serving_before);
    outcome.kind = interrupted ? Outcome::Kind::interrupted : Outcome::Kind::nothing_changed;
  } else {
    outcome.serving = std::max(serving_count(now, plan_.serving_before), serving_count(now, plan_.target));
    outcome.kind = interrupted ? Outcome::Kind::interrupted : Outcome::Kind::degraded;
  }
  if (outcome.serving == 0) outcome.kind = Outcome::Kind::down;
}

domain::Plan Execution::route_back() const {
  domain::Route route;
  route.kind = domain::Route::Kind::serving;
  route.state = plan_.from.text();
  std::vector<InstanceName> names;
  for (const domain::Instance& instance : plan_.serving_before) {
    route.upstreams.push_back({instance.endpoint, instance.max_num_seqs});
    names.push_back(instance.name);
  }
  domain::SetRoute set{scene_.declaration.cluster.route_host, std::move(route), std::move(names)};
  domain::Plan back;
  back.stages.push_back({{{std::move(set), "put back as it was"}}});
  return back;
}

Status Execution::put_back() {
  engine::Context context{scene_.declaration, world_, request_.run, scene_.api_key};
  ports::Clock& clock = *scene_.readers.clock;
  std::optional<Error> first;
  // A flip that failed has put the proxy's own file back: only one that took is undone here.
  const auto route = scene_.readers.proxy->route(ports::within(clock, observe_deadline));
  if (route && route->owned && route->route.kind == domain::Route::Kind::maintenance) {
    first = engine::run(route_back(), context, {}).error;
  }
  domain::Plan armed;
  armed.stages.push_back({arm_again(plan_, before_)});
  if (const auto ended = engine::run(armed, context, {}); ended.error && !first) first = ended.error;
  if (first) return std::unexpected(in_context(*first, "putting back what was changed"));
  // Nothing changed, so the cluster is meant to be what it was meant to be before, unfinished or not.
  const domain::Intent* last = planner::latest_intent(before_);
  intent_.from = last ? last->from : plan_.from;
  intent_.to = last ? last->to : plan_.from;
  intent_.phase = last ? last->phase : domain::Intent::Phase::steady;
  intent_.absent = last ? last->absent : std::vector<MachineName>{};
  intent_.drained = last ? last->drained : std::vector<domain::Drained>{};
  return write_intent(intent_, world_, ports::within(clock, note_deadline));
}

void Execution::finish(Outcome& outcome) {
  ports::Clock& clock = *scene_.readers.clock;
  if (outcome.kind == Outcome::Kind::reached) {
    intent_.phase = domain::Intent::Phase::steady;
    if (const auto noted = write_intent(intent_, world_, ports::within(clock, note_deadline)); !noted) {
      outcome.kind = Outcome::Kind::degraded;
      outcome.error = noted.error();
    }
  }
  note_end(outcome.kind, outcome.took, world_);
  domain::Event event;
  event.kind = domain::Event::Kind::run_ended;
  event.at = clock.wall();
  event.run = request_.run;
  event.text = domain::word(outcome.kind);
  event.elapsed = outcome.took;
  scene_.readers.events->emit(event);
  (void)world_.lease->release(ports::within(clock, release_deadline));
}

Outcome Execution::failed_to_begin(Error error) {
  Outcome outcome;
  outcome.kind = Outcome::Kind::nothing_changed;
  outcome.run = request_.run;
  outcome.target = plan_.to;
  outcome.previous = plan_.from;
  outcome.declared = plan_.declared;
  outcome.absent = plan_.absent;
  outcome.drained = domain::boxes_of(plan_.drained);
  outcome.serving = serving_count(before_, plan_.serving_before);
  outcome.error = std::move(error);
  const Limit limit = ports::within(*scene_.readers.clock, note_deadline);
  if (const auto back = restore_intents(before_, world_, limit); !back) {
    outcome.error->evidence.push_back(back.error().what);
  }
  (void)world_.lease->release(ports::within(*scene_.readers.clock, release_deadline));
  return outcome;
}

}  // namespace ff::app
