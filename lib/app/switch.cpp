#include "app/switch.h"

#include <algorithm>
#include <utility>

#include "app/absence.h"
#include "app/execution.h"
#include "app/locking.h"
#include "app/run_stop.h"
#include "app/stale_managers.h"
#include "app/telling.h"
#include "planner/inventory.h"
#include "planner/planner.h"
#include "planner/spare.h"

namespace ff::app {
namespace {

using domain::Outcome;

Outcome refused(const domain::Plan& plan, std::vector<domain::Hazard> hazards,
                const domain::Snapshot& snapshot) {
  Outcome outcome = domain::outcome_of(Outcome::Kind::refused, plan);
  outcome.hazards = std::move(hazards);
  outcome.serving = serving_count(snapshot, plan.serving_before);
  return outcome;
}

Outcome not_entered(const domain::Plan& plan, Error error, const domain::Snapshot& snapshot) {
  Outcome outcome = domain::outcome_of(kept_out(error), plan);
  outcome.error = std::move(error);
  outcome.serving = serving_count(snapshot, plan.serving_before);
  return outcome;
}

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

/// By a scene whose declaration is without what is absent. A look that was cut short knows no machine, which
/// must not read as if none had answered.
Result<Planned> look_without(const Scene& scene, const SwitchRequest& request, const std::stop_token& stop) {
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

Result<Outcome> change(const Scene& scene, ports::Gate& gate, const SwitchRequest& request,
                       const Confirm& confirm, std::stop_token stop) {
  FF_TRY(planned, look_without(scene, request, stop));
  const bool stale = may_have_stale_managers(planned.snapshot);
  if (auto hazards = domain::refusing(planned.plan, request.accepted);
      !hazards.empty() && !(stale && may_be_stale(hazards))) {
    return refused(planned.plan, std::move(hazards), planned.snapshot);
  }
  // Steps may hold while the note of it is missing somewhere: a run that was killed near its end.
  if (planned.plan.empty() && planner::noted_as_steady(planned.snapshot, planned.plan)) {
    Outcome outcome = domain::outcome_of(Outcome::Kind::already, planned.plan);
    outcome.serving = serving_count(planned.snapshot, planned.plan.target);
    return outcome;
  }
  if (!confirm(planned.plan)) return domain::outcome_of(Outcome::Kind::nothing_changed, planned.plan);

  ports::Clock& clock = *scene.readers.clock;
  const ports::Holder holder =
      holder_of(request, request.verb.empty() ? "switch " + request.target.text() : request.verb, clock);
  auto world = lock_machines(scene, gate, holder, request.absent, stop);
  if (!world && world.error().code == ErrorCode::cancelled) return fail(std::move(world.error()));
  if (!world) return not_entered(planned.plan, std::move(world.error()), planned.snapshot);
  if (stale) {
    if (auto read = reload_managers(*world, ports::within(clock, reload_deadline)); !read) {
      let_go(*world);
      return not_entered(planned.plan, std::move(read.error()), planned.snapshot);
    }
  }
  // What was seen before the lock may be another operator's yesterday: only what is seen under it counts.
  Result<Planned> again = fail(ErrorCode::cancelled, "was not begun");
  while_telling(scene, request.run, "looking again, under the lock",
                [&] { again = look_without(scene, request, stop); });
  auto hazards = again ? domain::refusing(again->plan, request.accepted) : std::vector<domain::Hazard>();
  if (!again || !hazards.empty()) let_go(*world);
  if (!again) return fail(std::move(again.error()));
  if (!hazards.empty()) return refused(again->plan, std::move(hazards), again->snapshot);
  const Scene kept{again->declaration, scene.readers, scene.api_key};
  const RunStop either(std::move(stop), *world);
  Outcome outcome =
      Execution(kept, {gate, holder, *world}, request, again->snapshot, again->plan).run(either.token());
  either.tell(outcome);
  return outcome;
}

}  // namespace

Status known_profile(const domain::Declaration& declaration, const ProfileName& target) {
  if (declaration.find(target) != nullptr || target.text() == planner::off) return Done{};
  std::string known;
  for (const domain::Profile& profile : declaration.profiles) {
    known += (known.empty() ? "" : ", ") + profile.name.text();
  }
  return fail(ErrorCode::bad_input,
              "no profile '" + target.text() + "'; declared are: " + known + ", and `off` is built in");
}

Result<Planned> look_and_plan(const Scene& scene, const SwitchRequest& request, const std::stop_token& stop) {
  FF_TRY(known, known_profile(scene.declaration, request.target));
  const domain::Declaration declaration = without(scene.declaration, request.absent);
  return look_without({declaration, scene.readers, scene.api_key}, request, stop);
}

Result<domain::Plan> plan_for(const Scene& scene, const ProfileName& target,
                              const std::set<MachineName>& absent, std::stop_token stop) {
  SwitchRequest request;
  request.target = target;
  request.absent = absent;
  FF_TRY(planned, look_and_plan(scene, request, stop));
  return planned.plan;
}

Result<Outcome> switch_to(const Scene& scene, ports::Gate& gate, const SwitchRequest& request,
                          const Confirm& confirm, std::stop_token stop) {
  FF_TRY(known, known_profile(scene.declaration, request.target));
  const domain::Declaration declaration = without(scene.declaration, request.absent);
  return change({declaration, scene.readers, scene.api_key}, gate, request, confirm, std::move(stop));
}

}  // namespace ff::app
