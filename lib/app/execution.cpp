#include "app/execution.h"

#include <algorithm>
#include <utility>

#include "app/intent_book.h"
#include "app/locking.h"
#include "app/outage_parts.h"
#include "app/run_record.h"
#include "app/setback.h"
#include "app/telling.h"
#include "codec/record.h"
#include "observe/paths.h"
#include "planner/inventory.h"

namespace ff::app {
namespace {

using domain::Outcome;

domain::Intent next_intent(const SwitchRequest& request, const domain::Snapshot& before,
                           const domain::Plan& plan, WallTime now) {
  const domain::Intent* last = planner::latest_intent(before);
  domain::Intent intent;
  intent.generation = {last ? last->generation.number + 1 : 1, request.run};
  intent.from = plan.from;
  intent.to = request.target;
  intent.phase = domain::Intent::Phase::switching;
  // A run that goes on with one that was cut goes back where that one would have, and not once more.
  const bool resumes = last && last->phase == domain::Intent::Phase::switching && last->to == request.target;
  if (resumes && intent.from.empty()) intent.from = last->from;
  if (resumes) intent.gave_up = last->gave_up;
  intent.operator_name = request.operator_name;
  intent.since = now;
  intent.absent = plan.absent;
  intent.drained = plan.drained;
  return intent;
}

}  // namespace

Execution::Execution(const Scene& scene, Hold hold, const SwitchRequest& request,
                     const domain::Snapshot& before, const domain::Plan& plan)
    : declared_(scene),
      left_(scene.declaration),
      scene_{left_, scene.readers, scene.api_key},
      hold_(std::move(hold)),
      request_(request),
      before_(before),
      first_(plan),
      plan_(plan),
      intent_(next_intent(request, before, plan, scene.readers.clock->wall())),
      context_{left_, hold_.world(), request.run, scene.api_key},
      probe_(scene.readers, domain::public_endpoint(left_.cluster), scene.api_key, request.run),
      began_(scene.readers.clock->now()) {}

Outcome Execution::run(std::stop_token stop) {
  if (const auto begun = begin(); !begun) return failed_to_begin(begun.error());
  engine::Ended ended = carry_out(stop);
  while (ended.how == engine::Ended::How::stopped && plan_anew(ended, stop)) ended = carry_out(stop);
  Outcome outcome = conclude(ended);
  finish(outcome);
  return outcome;
}

Status Execution::begin() {
  ports::Clock& clock = *scene_.readers.clock;
  FF_TRY(intended, write_intent(intent_, hold_.world(), ports::within(clock, note_deadline)));
  domain::RunHeader header = header_of(request_, first_, before_, clock.wall());
  header.generation = intent_.generation.number;
  FF_TRY(noted, hold_.world().record->begin(header, ports::within(clock, note_deadline)));
  tell(scene_.readers,
       {.kind = domain::Event::Kind::run_started,
        .run = request_.run,
        .stages = static_cast<int>(first_.stages.size()),
        .text = (first_.from.empty() ? "nothing" : first_.from.text()) + " -> " + first_.to.text()});
  return Done{};
}

engine::Ended Execution::carry_out(const std::stop_token& stop) {
  engine::Ended ended;
  std::stop_source probing;
  std::vector<ports::Lane> lanes;
  const MachineName& route_host = left_.cluster.route_host;
  lanes.push_back({route_host, [&](std::stop_token) -> Status {
                     ended = engine::run(plan_, context_, stop);
                     probing.request_stop();
                     return Done{};
                   }});
  lanes.push_back({route_host, [&](std::stop_token) -> Status {
                     probe_.run(probing.get_token());
                     return Done{};
                   }});
  (void)scene_.readers.lanes->run(std::move(lanes), {});
  for (std::size_t i = 0; i < ended.times.size(); ++i) course_.stages.push_back(plan_.stages[i]);
  times_.insert(times_.end(), ended.times.begin(), ended.times.end());
  touched_ = touched_ || ended.retired || ended.launched;
  if (ended.error && !first_error_) first_error_ = ended.error;
  return ended;
}

Outcome Execution::conclude(const engine::Ended& ended) {
  const bool reached = ended.how == engine::Ended::How::reached;
  if (went_back_ && ended.how == engine::Ended::How::stopped) leave_for_next_boot();
  Outcome outcome = domain::outcome_of(Outcome::Kind::reached, first_);
  outcome.run = request_.run;
  // An attempt that ends where it should leaves no error, unless something was lost on the way.
  if (!reached || reached_kind() != Outcome::Kind::reached) outcome.error = first_error_;
  bool as_before = !reached && can_be_put_back();
  if (as_before) {
    const auto back = put_back();
    if (!back && outcome.error) outcome.error->evidence.push_back(back.error().what);
    as_before = back.has_value();
  }
  judge(ended, as_before, outcome);
  outcome.outage_seen = probe_.seen();
  if (first_.prediction.outage) outcome.outage_predicted = first_.prediction.longest();
  course_.prediction = first_.prediction;
  course_.serving_before = first_.serving_before;
  outcome.outage_parts = outage_parts(course_, times_);
  // A run that had to plan again tells nothing of how long one takes.
  if (outcome.kind == Outcome::Kind::reached && !replanned_) record_outage(ended);
  outcome.took = std::chrono::duration_cast<Milliseconds>(scene_.readers.clock->now() - began_);
  return outcome;
}

void Execution::record_outage(const engine::Ended& ended) {
  const auto times = outage_times(first_, ended.times);
  const auto host = hold_.world().actors.find(left_.cluster.route_host);
  if (!times || host == hold_.world().actors.end()) return;
  ports::Clock& clock = *scene_.readers.clock;
  const domain::RecordedOutage outage{first_.from, first_.to, *times, clock.wall()};
  (void)host->second.host->append_file({observe::outages_path, codec::outage_line(outage) + "\n"},
                                       ports::within(clock, note_deadline));
}

Outcome::Kind Execution::reached_kind() const {
  if (went_back_) return Outcome::Kind::rolled_back;
  const bool whole = left_.given_up.empty() && left_.absent == request_.absent;
  return whole ? Outcome::Kind::reached : Outcome::Kind::degraded;
}

void Execution::judge(const engine::Ended& ended, bool as_before, Outcome& outcome) {
  if (went_back_) {
    outcome.previous = plan_.to;
    outcome.declared = plan_.declared;
  }
  if (ended.how == engine::Ended::How::reached) {
    outcome.kind = reached_kind();
    outcome.serving = static_cast<int>(plan_.target.size());
    return;
  }
  const Limit limit = ports::within(*scene_.readers.clock, observe_deadline);
  const auto now = observe_all(declared_, observe::Depth::quick, Tokens::asked, limit);
  const bool interrupted = ended.how == engine::Ended::How::interrupted;
  if (as_before) {
    outcome.serving = healthy_count(now, first_.serving_before);
    outcome.kind = interrupted ? Outcome::Kind::interrupted : Outcome::Kind::nothing_changed;
  } else {
    // Whichever profile it belongs to: what a client gets a model from is not called down.
    outcome.serving = most_serving(declared_.declaration, now);
    outcome.kind = interrupted ? Outcome::Kind::interrupted : Outcome::Kind::degraded;
  }
  if (outcome.serving == 0) outcome.kind = Outcome::Kind::down;
}

void Execution::finish(Outcome& outcome) {
  ports::Clock& clock = *scene_.readers.clock;
  if (outcome.kind == Outcome::Kind::reached || outcome.kind == Outcome::Kind::rolled_back) {
    intent_.phase = domain::Intent::Phase::steady;
    intent_.gave_up = {};
    if (const auto noted = write_intent(intent_, hold_.world(), ports::within(clock, note_deadline));
        !noted) {
      outcome.kind = Outcome::Kind::degraded;
      outcome.error = noted.error();
    }
  }
  note_end(outcome.kind, outcome.took, hold_.world());
  tell(scene_.readers, {.kind = domain::Event::Kind::run_ended,
                        .run = request_.run,
                        .text = domain::word(outcome.kind),
                        .elapsed = outcome.took});
  let_go(hold_.world());
}

Outcome Execution::failed_to_begin(Error error) {
  Outcome outcome = domain::outcome_of(Outcome::Kind::nothing_changed, first_);
  outcome.run = request_.run;
  outcome.serving = serving_count(before_, first_.serving_before);
  outcome.error = std::move(error);
  const Limit limit = ports::within(*scene_.readers.clock, note_deadline);
  if (const auto back = restore_intents(before_, hold_.world(), limit); !back) {
    outcome.error->evidence.push_back(back.error().what);
  }
  let_go(hold_.world());
  return outcome;
}

}  // namespace ff::app
