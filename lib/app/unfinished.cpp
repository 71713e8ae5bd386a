#include "app/unfinished.h"

#include <algorithm>
#include <utility>

#include "app/absence.h"
#include "planner/inventory.h"
#include "planner/nearest.h"

namespace ff::app {
namespace {

/// A machine that is silent may hold a newer intent than any that answers.
Status all_asked(const domain::Declaration& declaration, const domain::Snapshot& now) {
  const domain::Intent* latest = planner::latest_intent(now);
  const std::set<MachineName> absent =
      latest == nullptr ? std::set<MachineName>{} : planner::absent_in(declaration, *latest);
  for (const domain::Machine& machine : declaration.cluster.machines) {
    const domain::MachineView& view = now.machine(machine.name);
    if (!view.fault || absent.contains(machine.name)) continue;
    return fail({ErrorCode::refused,
                 "did not answer, so that nobody can tell whether a run is unfinished: " + view.fault->what,
                 {machine.name, {}},
                 view.fault->evidence,
                 {Advice::Kind::status, {}}});
  }
  return Done{};
}

/// The unfinished run as it is seen now.
struct Found {
  domain::Snapshot now;
  std::optional<domain::Intent> intent;
};

Result<Found> look_for(const Scene& scene, observe::Depth depth, const std::stop_token& stop) {
  const bool whole = depth == observe::Depth::whole;
  const Limit limit =
      ports::within(*scene.readers.clock, whole ? whole_observe_deadline : observe_deadline, stop);
  Found found;
  found.now = observe_all(scene, depth, whole ? Tokens::asked : Tokens::none, limit);
  if (stop.stop_requested()) return fail(ErrorCode::cancelled, "asked to stop before anything was changed");
  found.intent = unfinished(found.now);
  if (!found.intent) {
    FF_TRY(asked, all_asked(scene.declaration, found.now));
  }
  return found;
}

}  // namespace

std::optional<domain::Intent> unfinished(const domain::Snapshot& snapshot) {
  const domain::Intent* latest = planner::latest_intent(snapshot);
  if (latest == nullptr) return std::nullopt;
  for (const auto& [name, machine] : snapshot.machines) {
    const bool its = machine.intent && machine.intent->generation == latest->generation;
    if (its && machine.intent->phase == domain::Intent::Phase::switching) return machine.intent;
  }
  return std::nullopt;
}

Result<std::optional<domain::Outcome>> resume(const Scene& scene, ports::Gate& gate, SwitchRequest request,
                                              const Confirm& confirm, std::stop_token stop) {
  FF_TRY(found, look_for(scene, observe::Depth::quick, stop));
  if (!found.intent) return std::nullopt;
  request.verb = "resume";
  request.target = found.intent->to;
  request.absent = planner::absent_in(scene.declaration, *found.intent);
  FF_TRY(outcome, switch_to(scene, gate, request, confirm, std::move(stop)));
  return std::optional(std::move(outcome));
}

Result<std::optional<domain::Outcome>> abort_run(const Scene& scene, ports::Gate& gate, SwitchRequest request,
                                                 const Confirm& confirm, std::stop_token stop) {
  FF_TRY(found, look_for(scene, observe::Depth::whole, stop));
  if (!found.intent) return std::nullopt;
  request.absent = planner::absent_in(scene.declaration, *found.intent);
  request.verb = "abort";
  domain::Declaration left = without(scene.declaration, request.absent);
  left.drained = planner::drained_in(scene.declaration, *found.intent);
  request.target = planner::nearest_end(left, *found.intent, found.now, request.accepted);
  if (request.target.empty()) {
    return fail(
        {ErrorCode::bad_input,
         "neither " + found.intent->from.text() + " nor " + found.intent->to.text() + " is declared any more",
         {},
         {},
         {}});
  }
  FF_TRY(outcome, switch_to(scene, gate, request, confirm, std::move(stop)));
  return std::optional(std::move(outcome));
}

}  // namespace ff::app
