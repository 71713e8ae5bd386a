#include "app/switch.h"

#include <algorithm>
#include <utility>

#include "app/absence.h"
#include "app/execution.h"
#include "app/intent_book.h"
#include "app/resume.h"
#include "app/run_stop.h"
#include "app/telling.h"
#include "planner/inventory.h"
#include "planner/planner.h"
#include "planner/spare.h"

namespace ff::app {
namespace {

/// Locking dials nothing new; it waits for one answer a machine and for the jobs of a former holder to end.
constexpr Milliseconds lock_deadline{30'000};

using domain::Outcome;

Outcome outcome_of(Outcome::Kind kind, const SwitchRequest& request, const domain::Plan& plan) {
  Outcome outcome;
  outcome.kind = kind;
  outcome.target = request.target;
  outcome.previous = plan.from;
  outcome.declared = plan.declared;
  outcome.absent = plan.absent;
  outcome.drained = domain::boxes_of(plan.drained);
  return outcome;
}

Outcome refused(const SwitchRequest& request, const domain::Plan& plan, std::vector<domain::Hazard> hazards,
                const domain::Snapshot& snapshot) {
  Outcome outcome = outcome_of(Outcome::Kind::refused, request, plan);
  outcome.hazards = std::move(hazards);
  outcome.serving = serving_count(snapshot, plan.serving_before);
  return outcome;
}

Outcome not_entered(const SwitchRequest& request, const domain::Plan& plan, Error error,
                    const domain::Snapshot& snapshot) {
  const bool locked = error.code == ErrorCode::locked;
  Outcome outcome = outcome_of(locked ? Outcome::Kind::locked : Outcome::Kind::refused, request, plan);
  outcome.error = std::move(error);
  outcome.serving = serving_count(snapshot, plan.serving_before);
  return outcome;
}

struct Planned {
  domain::Snapshot snapshot;
  domain::Declaration declaration;  ///< with the boxes that are drained now or shall be
  domain::Plan plan;
};

/// What the intent keeps drained, but for what is taken back, and what the request drains.
std::vector<domain::Drained> drained_by(const domain::Declaration& declaration, const SwitchRequest& request,
                                        const domain::Snapshot& snapshot) {
  std::vector<domain::Drained> drained;
  if (const domain::Intent* intent = planner::latest_intent(snapshot))
    drained = planner::drained_in(declaration, *intent);
  std::erase_if(drained, [&](const domain::Drained& one) {
    return one.box == request.undrain || (request.drain && one.box == request.drain->box);
  });
  if (request.drain) drained.push_back(*request.drain);
  std::ranges::sort(drained, {}, &domain::Drained::box);
  return drained;
}

/// A look that was cut short knows no machine, which must not read as if none had answered.
Result<Planned> look_and_plan(const Scene& scene, const SwitchRequest& request, const std::stop_token& stop) {
  const Limit limit = ports::within(*scene.readers.clock, whole_observe_deadline, stop);
  Planned planned;
  planned.snapshot = observe_all(scene, observe::Depth::whole, Tokens::asked, limit);
  if (stop.stop_requested()) return fail(ErrorCode::cancelled, "asked to stop before anything was changed");
  planned.declaration = scene.declaration;
  planned.declaration.drained = drained_by(scene.declaration, request, planned.snapshot);
  domain::Declaration wished = planned.declaration;
  wished.renewed = request.renew;
  planned.plan = planner::make_plan(wished, request.target, planned.snapshot);
  if (request.outage != Outage::allowed) {
    std::ranges::move(planner::outage_hazards(planned.plan, request.outage == Outage::refused),
                      std::back_inserter(planned.plan.hazards));
  }
  return planned;
}

Status known_profile(const domain::Declaration& declaration, const ProfileName& target) {
  if (declaration.find(target) != nullptr || target.text() == planner::off) return Done{};
  std::string known;
  for (const domain::Profile& profile : declaration.profiles) {
    known += (known.empty() ? "" : ", ") + profile.name.text();
  }
  return fail(ErrorCode::bad_input,
              "no profile '" + target.text() + "'; declared are: " + known + ", and `off` is built in");
}

Result<Outcome> change(const Scene& scene, ports::Gate& gate, const SwitchRequest& request,
                       const Confirm& confirm, std::stop_token stop) {
  FF_TRY(planned, look_and_plan(scene, request, stop));
  const bool resumes = was_cut(planned.snapshot);
  if (auto hazards = domain::refusing(planned.plan, request.accepted);
      !hazards.empty() && !(resumes && may_be_stale(hazards))) {
    return refused(request, planned.plan, std::move(hazards), planned.snapshot);
  }
  // Steps may hold while the note of it is missing somewhere: a run that was killed near its end.
  if (planned.plan.empty() && planner::noted_as_steady(planned.snapshot, planned.plan)) {
    Outcome outcome = outcome_of(Outcome::Kind::already, request, planned.plan);
    outcome.serving = serving_count(planned.snapshot, planned.plan.target);
    return outcome;
  }
  if (!confirm(planned.plan)) return outcome_of(Outcome::Kind::nothing_changed, request, planned.plan);

  ports::Clock& clock = *scene.readers.clock;
  const ports::Holder holder{request.run, request.operator_name, clock.wall(),
                             request.verb.empty() ? "switch " + request.target.text() : request.verb};
  Result<ports::World> world = fail(ErrorCode::cancelled, "was not begun");
  while_telling(scene, request.run, "locking the machines", [&] {
    world = gate.enter(holder, request.absent, ports::within(clock, lock_deadline, stop));
  });
  if (!world && world.error().code == ErrorCode::cancelled) return fail(std::move(world.error()));
  if (!world) return not_entered(request, planned.plan, std::move(world.error()), planned.snapshot);
  if (resumes) {
    if (auto read = reload_managers(*world, ports::within(clock, lock_deadline)); !read) {
      (void)world->lease->release(ports::within(clock, lock_deadline));
      return not_entered(request, planned.plan, std::move(read.error()), planned.snapshot);
    }
  }
  // What was seen before the lock may be another operator's yesterday: only what is seen under it counts.
  Result<Planned> again = fail(ErrorCode::cancelled, "was not begun");
  while_telling(scene, request.run, "looking again, under the lock",
                [&] { again = look_and_plan(scene, request, stop); });
  auto hazards = again ? domain::refusing(again->plan, request.accepted) : std::vector<domain::Hazard>();
  if (!again || !hazards.empty()) (void)world->lease->release(ports::within(clock, lock_deadline));
  if (!again) return fail(std::move(again.error()));
  if (!hazards.empty()) return refused(request, again->plan, std::move(hazards), again->snapshot);
  const Scene kept{again->declaration, scene.readers, scene.api_key};
  const RunStop either(std::move(stop), *world);
  Outcome outcome =
      Execution(kept, {gate, holder, *world}, request, again->snapshot, again->plan).run(either.token());
  either.tell(outcome);
  return outcome;
}

}  // namespace

Result<domain::Plan> plan_for(const Scene& scene, const ProfileName& target,
                              const std::set<MachineName>& absent, std::stop_token stop) {
  FF_TRY(known, known_profile(scene.declaration, target));
  const domain::Declaration declaration = without(scene.declaration, absent);
  SwitchRequest request;
  request.target = target;
  FF_TRY(planned, look_and_plan({declaration, scene.readers, scene.api_key}, request, stop));
  return planned.plan;
}

Result<Outcome> switch_to(const Scene& scene, ports::Gate& gate, const SwitchRequest& request,
                          const Confirm& confirm, std::stop_token stop) {
  FF_TRY(known, known_profile(scene.declaration, request.target));
  const domain::Declaration declaration = without(scene.declaration, request.absent);
  return change({declaration, scene.readers, scene.api_key}, gate, request, confirm, std::move(stop));
}

}  // namespace ff::app
