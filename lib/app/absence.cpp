#include "app/absence.h"

#include <algorithm>
#include <utility>

#include "config/suggest.h"
#include "planner/drift.h"
#include "planner/inventory.h"

namespace ff::app {
namespace {

Result<MachineName> machine_named(const domain::Declaration& declaration, const std::string& name) {
  if (declaration.cluster.find(MachineName(name)) != nullptr) return MachineName(name);
  std::vector<std::string> known;
  for (const domain::Machine& machine : declaration.cluster.machines) known.push_back(machine.name.text());
  return fail(ErrorCode::bad_input, "no machine '" + name + "'" + config::hint(name, known));
}

/// Every box that is not named, but for the route host.
Result<std::set<MachineName>> all_but(const domain::Declaration& declaration,
                                      const std::vector<std::string>& only) {
  std::set<MachineName> kept = {declaration.cluster.route_host};
  for (const std::string& name : only) {
    FF_TRY(machine, machine_named(declaration, name));
    if (!declaration.cluster.find(machine)->is_box()) {
      return fail(ErrorCode::bad_input, name + " is no box: it has no fabric address and runs no model");
    }
    kept.insert(machine);
  }
  std::set<MachineName> absent;
  for (const domain::Machine& machine : declaration.cluster.machines) {
    if (machine.is_box() && !kept.contains(machine.name)) absent.insert(machine.name);
  }
  return absent;
}

/// The latest intent, when the box can be taken in again or never was out.
Result<domain::Intent> intent_around(const domain::Snapshot& snapshot, const MachineName& box) {
  const domain::Intent* latest = planner::latest_intent(snapshot);
  const domain::MachineView& view = snapshot.machine(box);
  if (!view.fault) return latest == nullptr ? domain::Intent{} : *latest;
  return fail({ErrorCode::refused,
               box.text() + " does not answer yet: " + view.fault->what,
               {box, {}},
               view.fault->evidence,
               {Advice::Kind::run_again, {}}});
}

/// The box is in: how the cluster stands, and nothing else.
domain::Outcome already_in(const Scene& scene, const domain::Snapshot& now) {
  const planner::Judgement judged = planner::judge(scene.declaration, now);
  domain::Outcome outcome;
  outcome.kind = domain::Outcome::Kind::already;
  outcome.target = outcome.previous = judged.profile;
  outcome.serving = judged.serving_count();
  outcome.declared = judged.declared;
  outcome.absent = judged.absent;
  return outcome;
}

}  // namespace

Result<std::set<MachineName>> absent_machines(const domain::Declaration& declaration,
                                              const std::vector<std::string>& without,
                                              const std::vector<std::string>& only) {
  std::set<MachineName> absent;
  for (const std::string& name : without) {
    FF_TRY(machine, machine_named(declaration, name));
    absent.insert(machine);
  }
  if (!only.empty()) {
    FF_TRY(rest, all_but(declaration, only));
    absent.merge(rest);
  }
  const MachineName& host = declaration.cluster.route_host;
  if (!absent.contains(host)) return absent;
  return fail(ErrorCode::refused,
              host.text() + " is the route host: without it no client can be led anywhere", {host, {}});
}

domain::Declaration without(const domain::Declaration& declaration, const std::set<MachineName>& absent) {
  domain::Declaration narrowed = declaration;
  narrowed.absent = absent;
  return narrowed;
}

Result<domain::Outcome> rejoin(const Scene& scene, ports::Gate& gate, const MachineName& box,
                               SwitchRequest request, const Confirm& confirm, std::stop_token stop) {
  FF_TRY(machine, machine_named(scene.declaration, box.text()));
  const Limit limit = ports::within(*scene.readers.clock, observe_deadline, stop);
  const domain::Snapshot now = observe_all(scene, observe::Depth::quick, Tokens::none, limit);
  if (stop.stop_requested()) return fail(ErrorCode::cancelled, "asked to stop before anything was changed");
  FF_TRY(intent, intent_around(now, machine));
  if (std::ranges::find(intent.absent, machine) == intent.absent.end()) return already_in(scene, now);
  request.target = intent.to;
  request.absent.merge(planner::absent_in(scene.declaration, intent));
  request.absent.erase(machine);
  return switch_to(scene, gate, request, confirm, std::move(stop));
}

}  // namespace ff::app
