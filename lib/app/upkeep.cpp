#include "app/upkeep.h"

#include <algorithm>
#include <utility>

#include "app/absence.h"
#include "base/text.h"
#include "config/suggest.h"
#include "planner/drift.h"
#include "planner/inventory.h"
#include "words/join.h"

namespace ff::app {
namespace {

/// Where the cluster stands, and what is meant to be.
struct Meant {
  ProfileName profile;
  domain::Intent intent = {};  ///< empty while ff never changed anything

  [[nodiscard]] bool unfinished() const {
    return !intent.to.empty() && intent.phase == domain::Intent::Phase::switching;
  }
};

Result<MachineName> box_named(const domain::Declaration& declaration, const MachineName& name) {
  const domain::Machine* machine = declaration.cluster.find(name);
  if (machine != nullptr && machine->is_box()) return name;
  std::vector<std::string> known;
  for (const domain::Machine& one : declaration.cluster.machines) {
    if (one.is_box()) known.push_back(one.name.text());
  }
  return fail(ErrorCode::bad_input,
              "no box '" + printable(name.text()) + "'" + config::hint(name.text(), known));
}

Result<Meant> look_what_is_meant(const Scene& scene, const std::stop_token& stop) {
  const Limit limit = ports::within(*scene.readers.clock, observe_deadline, stop);
  const domain::Snapshot now = observe_all(scene, observe::Depth::quick, Tokens::none, limit);
  if (stop.stop_requested()) return fail(ErrorCode::cancelled, "asked to stop before anything was changed");
  const domain::Intent* latest = planner::latest_intent(now);
  Meant meant;
  if (latest != nullptr) meant.intent = *latest;
  // One of these verbs that was cut goes on when it is typed again; a switch that was cut goes before them.
  if (meant.unfinished() && latest->from != latest->to) {
    return fail({ErrorCode::refused,
                 "the run to " + latest->to.text() + " did not come to its end; it has to go on first",
                 {},
                 {},
                 {Advice::Kind::switch_to, latest->to.text(), latest->absent}});
  }
  meant.profile = latest != nullptr ? latest->to : planner::judge(scene.declaration, now).profile;
  if (scene.declaration.find(meant.profile) == nullptr) {
    return fail({ErrorCode::refused,
                 "no profile with instances is in place: there is nothing to take out, bring back or restart",
                 {},
                 {},
                 {Advice::Kind::status, {}}});
  }
  return meant;
}

Result<domain::Outcome> carry_out(const Scene& scene, ports::Gate& gate, const Meant& meant,
                                  SwitchRequest request, const Confirm& confirm,
                                  const std::stop_token& stop) {
  request.target = meant.profile;
  // What was done without stays so: these verbs take nothing in again.
  request.absent.merge(planner::absent_in(scene.declaration, meant.intent));
  if (request.outage == Outage::as_planned) request.outage = Outage::refused;
  return switch_to(scene, gate, request, confirm, stop);
}

/// Instances of the profile that a name of one of them, or of a box, stands for, without those that are out
/// of service.
Result<std::set<InstanceName>> instances_named(const domain::Declaration& declaration, const Meant& meant,
                                               const std::string& name) {
  domain::Declaration in_service = declaration;
  in_service.drained = meant.intent.drained;
  in_service.absent = {meant.intent.absent.begin(), meant.intent.absent.end()};
  std::set<InstanceName> found;
  std::vector<std::string> known;
  bool out_of_service = false;
  for (const domain::Instance& instance :
       domain::instances_of(declaration.cluster, *declaration.find(meant.profile))) {
    known.push_back(instance.name.text());
    if (!name.empty() && instance.name.text() != name && !instance.spans(MachineName(name))) continue;
    if (in_service.can_have(instance))
      found.insert(instance.name);
    else
      out_of_service = true;
  }
  if (!found.empty()) return found;
  if (out_of_service) {
    return fail({ErrorCode::refused,
                 (name.empty() ? "everything" : name) + " is drained or absent, so that it does not run",
                 {},
                 {},
                 {Advice::Kind::status, {}}});
  }
  return fail(ErrorCode::bad_input, "no instance or box '" + printable(name) + "' in " +
                                        meant.profile.text() + config::hint(name, known) + "; there are " +
                                        joined(known, ", "));
}

}  // namespace

Result<domain::Outcome> drain(const Scene& scene, ports::Gate& gate, const MachineName& box,
                              std::optional<WallTime> until, SwitchRequest request, const Confirm& confirm,
                              const std::stop_token& stop) {
  FF_TRY(named, box_named(scene.declaration, box));
  FF_TRY(meant, look_what_is_meant(scene, stop));
  const domain::Drained drained = {named, request.reason, request.operator_name, scene.readers.clock->wall(),
                                   until};
  // Drained once more without a change of reason or time it is as it was.
  const auto& before = meant.intent.drained;
  const auto same = std::ranges::find_if(before, [&](const domain::Drained& one) {
    return one.box == drained.box && one.reason == drained.reason && !drained.until && !one.until;
  });
  request.drain = same == before.end() ? drained : *same;
  request.verb = "drain " + named.text();
  return carry_out(scene, gate, meant, std::move(request), confirm, stop);
}

Result<domain::Outcome> undrain(const Scene& scene, ports::Gate& gate, const MachineName& box,
                                SwitchRequest request, const Confirm& confirm, const std::stop_token& stop) {
  FF_TRY(named, box_named(scene.declaration, box));
  FF_TRY(meant, look_what_is_meant(scene, stop));
  const auto& drained = meant.intent.drained;
  if (std::ranges::find(drained, named, &domain::Drained::box) == drained.end() && !meant.unfinished()) {
    const std::string others =
        drained.empty() ? "no box is" : "drained: " + words::join(domain::boxes_of(drained));
    return fail({ErrorCode::refused,
                 named.text() + " is not drained; " + others,
                 {named, {}},
                 {},
                 {Advice::Kind::status, {}}});
  }
  request.undrain = named;
  request.verb = "undrain " + named.text();
  return carry_out(scene, gate, meant, std::move(request), confirm, stop);
}

Result<domain::Outcome> restart(const Scene& scene, ports::Gate& gate, const std::string& name,
                                SwitchRequest request, const Confirm& confirm, const std::stop_token& stop) {
  FF_TRY(meant, look_what_is_meant(scene, stop));
  FF_TRY(instances, instances_named(scene.declaration, meant, name));
  request.renew = instances;
  request.verb = "restart " + (name.empty() ? "--all" : name);
  return carry_out(scene, gate, meant, std::move(request), confirm, stop);
}

}  // namespace ff::app
