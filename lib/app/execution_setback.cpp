// What a run does after a step that failed. Nothing is patched in flight: it looks, and plans again.
#include <algorithm>
#include <utility>

#include "app/execution.h"
#include "app/intent_book.h"
#include "app/run_record.h"
#include "app/setback.h"
#include "app/stale_managers.h"
#include "app/telling.h"
#include "planner/inventory.h"
#include "planner/planner.h"
#include "planner/routes.h"
#include "words/replanning.h"

namespace ff::app {
namespace {

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

/// Units of the plan's target, each with what lets a boot bring it up.
std::vector<domain::Stage> to_be_enabled(const domain::Plan& plan, const ports::World& world) {
  domain::Stage unmask;
  domain::Stage enable;
  for (const domain::Instance& instance : plan.target) {
    for (const domain::Member& member : instance.members) {
      if (!world.actors.contains(member.box)) continue;
      unmask.steps.push_back({domain::Unmask{member.box, {member.unit}}, words::for_next_boot()});
      enable.steps.push_back({domain::Enable{member.box, {member.unit}}, words::for_next_boot()});
    }
  }
  return {std::move(unmask), std::move(enable)};
}

}  // namespace

void Execution::add_evidence(std::string line) {
  if (first_error_) first_error_->evidence.push_back(std::move(line));
}

bool Execution::plan_anew(const engine::Ended& ended, const std::stop_token& stop) {
  if (const auto held = hold_.renew(scene_, left_.absent, stop); !held) {
    add_evidence(held.error().what);
    return false;
  }
  // An act whose answer was lost may have changed unit files that no manager has read since. One that cannot
  // be told so is found silent by the look.
  (void)reload_managers(hold_.world(), ports::within(*scene_.readers.clock, reload_deadline));
  if (can_be_put_back()) return false;
  const Limit limit = ports::within(*scene_.readers.clock, whole_observe_deadline, stop);
  const domain::Snapshot now = observe_all(scene_, observe::Depth::whole, Tokens::asked, limit);
  if (stop.stop_requested() || !now.machine(left_.cluster.route_host).known()) return false;
  // The lock may have been away for a while.
  const domain::Intent* latest = planner::latest_intent(now);
  if (latest != nullptr && latest->generation != intent_.generation) {
    add_evidence(words::another_run_since(latest->generation.run));
    return false;
  }
  const std::optional<Error>& failure = ended.error;
  return (failure && go_on(ended.failed, *failure, now)) || turn_back(now);
}

/// Where nothing served there is nothing to put back: what was done so far is on the way.
bool Execution::can_be_put_back() const {
  return !touched_ && !first_.serving_before.empty();
}

bool Execution::lose(const std::vector<domain::Step>& failed, const Error& failure,
                     const domain::Snapshot& now) {
  // A link that was lost and is back tells nothing of the copy behind it.
  const bool of_the_link = failure.code == ErrorCode::link_lost || failure.code == ErrorCode::lease_lost;
  const auto taken =
      of_the_link ? std::set<std::pair<ProfileName, InstanceName>>{} : taken_along(plan_, failed, now);
  std::set<MachineName> silent = silent_machines(left_, now);
  for (const MachineName& machine : left_.machines_left()) {
    if (!hold_.world().lease->fresh_on(machine)) silent.insert(machine);
  }
  for (const MachineName& machine : silent) hold_.world().actors.erase(machine);
  const std::size_t before = left_.given_up.size();
  left_.given_up.insert(taken.begin(), taken.end());
  left_.absent.insert(silent.begin(), silent.end());
  return !silent.empty() || left_.given_up.size() > before;
}

bool Execution::go_on(const std::vector<domain::Step>& failed, const Error& failure,
                      const domain::Snapshot& now) {
  if (!lose(failed, failure, now) && !std::exchange(second_chance_, false)) return false;
  domain::Plan next = planner::make_plan(left_, plan_.to, now);
  // A failure stops a rolling change: what still serves is not put at risk for what has just failed.
  if (!domain::refusing(next, request_.accepted).empty() || takes_from_clients(next, now)) return false;
  tell_replanned(words::going_on(next, failure));
  plan_ = std::move(next);
  return true;
}

ProfileName Execution::way_back() const {
  const ProfileName& where = intent_.from.empty() ? left_.cluster.fallback_profile : intent_.from;
  return where == plan_.to || left_.find(where) == nullptr ? ProfileName{} : where;
}

bool Execution::turn_back(const domain::Snapshot& now) {
  const ProfileName where = way_back();
  const bool may = request_.on_failure == OnFailure::back && intent_.gave_up.empty() && !where.empty();
  const bool something_is_up = most_serving(left_, now) > 0 || healthy_count(now, plan_.target) > 0;
  if (!may || plan_.to == ProfileName(planner::off) || something_is_up) return false;
  left_.given_up.clear();
  domain::Plan back = planner::make_plan(left_, where, now);
  if (const auto hazards = domain::refusing(back, request_.accepted); !hazards.empty()) {
    add_evidence(words::cannot_go_back(where, hazards.front().what));
    return false;
  }
  // A number of its own: a machine that is away now keeps the one before, and the higher one counts.
  ++intent_.generation.number;
  intent_.gave_up = std::exchange(intent_.to, where);
  intent_.from = intent_.gave_up;
  ports::Clock& clock = *scene_.readers.clock;
  if (const auto noted = write_intent(intent_, hold_.world(), ports::within(clock, note_deadline)); !noted) {
    add_evidence(words::cannot_go_back(where, noted.error().what));
    return false;
  }
  second_chance_ = true;
  went_back_ = true;
  tell_replanned(words::going_back(intent_.gave_up, back));
  plan_ = std::move(back);
  return true;
}

void Execution::tell_replanned(const std::string& text) {
  replanned_ = true;
  ports::Clock& clock = *scene_.readers.clock;
  domain::Record record;
  record.kind = domain::Record::Kind::replanned;
  record.at = clock.wall();
  record.text = text;
  // What follows notes itself before it acts: a disk that takes no line stops it there.
  (void)hold_.world().record->append({record}, ports::within(clock, note_deadline));
  tell(scene_.readers, {.kind = domain::Event::Kind::replanned, .run = request_.run, .text = text});
}

void Execution::leave_for_next_boot() {
  domain::Plan last;
  last.stages = to_be_enabled(plan_, hold_.world());
  // By its best effort: the run has failed whatever comes of it.
  if (auto ended = engine::run(last, context_, {}); ended.error) {
    add_evidence(words::not_left_for_next_boot(plan_.to, ended.error->what));
  }
}

domain::Plan Execution::route_back(const std::vector<domain::Instance>& healthy) const {
  std::vector<InstanceName> names;
  for (const domain::Instance& instance : healthy) names.push_back(instance.name);
  domain::SetRoute set{left_.cluster.route_host, planner::serving_route(first_.from, healthy),
                       std::move(names)};
  domain::Plan back;
  back.stages.push_back({{{std::move(set), "put back as it was"}}});
  return back;
}

Status Execution::put_back() {
  ports::Clock& clock = *scene_.readers.clock;
  std::optional<Error> first;
  // A flip that failed has put the proxy's own file back: only one that took is undone here.
  const auto route = scene_.readers.proxy->route(ports::within(clock, observe_deadline));
  if (route && route->owned && route->route.kind == domain::Route::Kind::maintenance) {
    // What served before may have died since: clients are led only to what gives a token now.
    const Limit limit = ports::within(clock, observe_deadline);
    const domain::Snapshot now = observe_all(scene_, observe::Depth::quick, Tokens::asked, limit);
    std::vector<domain::Instance> healthy = first_.serving_before;
    std::erase_if(healthy, [&](const auto& instance) { return healthy_count(now, {instance}) == 0; });
    if (healthy.empty()) return fail(ErrorCode::failed, words::nothing_to_route_back_to(first_.from));
    first = engine::run(route_back(healthy), context_, {}).error;
  }
  domain::Plan armed;
  armed.stages.push_back({arm_again(first_, before_)});
  if (const auto ended = engine::run(armed, context_, {}); ended.error && !first) first = ended.error;
  if (first) return std::unexpected(in_context(*first, "putting back what was changed"));
  // Nothing changed, so the cluster is meant to be what it was meant to be before, unfinished or not.
  const domain::Intent* last = planner::latest_intent(before_);
  intent_.from = last ? last->from : first_.from;
  intent_.to = last ? last->to : first_.from;
  intent_.phase = last ? last->phase : domain::Intent::Phase::steady;
  intent_.absent = last ? last->absent : std::vector<MachineName>{};
  intent_.drained = last ? last->drained : std::vector<domain::Drained>{};
  intent_.gave_up = last ? last->gave_up : ProfileName{};
  return write_intent(intent_, hold_.world(), ports::within(clock, note_deadline));
}

}  // namespace ff::app
