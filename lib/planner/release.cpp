#include "planner/release.h"

#include "planner/disk.h"
#include "planner/drift.h"
#include "planner/hazard_list.h"
#include "words/reason.h"

namespace ff::planner {
namespace {

using Weight = domain::Hazard::Class;

/// Every unit that a profile names on a machine, and what its watchdogs start.
UnitsOf declared_units(const domain::Declaration& declaration, const domain::Snapshot& snapshot) {
  UnitsOf units;
  for (const MachineName& machine : declaration.machines_left()) {
    units[machine] = serving_units(declaration, machine);
  }
  for (const Guard& guard : guards(declaration, nullptr, snapshot)) {
    units[guard.machine].insert(guard.unit);
    units[guard.machine].insert(guard.started.begin(), guard.started.end());
  }
  return units;
}

std::vector<domain::Hazard> hazards(const domain::Declaration& declaration,
                                    const domain::Snapshot& snapshot) {
  HazardList list;
  for (const MachineName& machine : declaration.machines_left()) {
    const domain::MachineView& view = snapshot.machine(machine);
    if (view.fault) {
      list.add("unreachable", Weight::block, {machine, {}},
               words::hazard::silent_at_release(machine, *view.fault));
    } else if (view.uid != 0) {
      list.add("not-root", Weight::block, {machine, {}}, words::hazard::not_root(machine, view.uid));
    }
  }
  return list.take();
}

}  // namespace

domain::Plan make_release(const domain::Declaration& declaration, const domain::Snapshot& snapshot) {
  domain::Plan plan;
  const Judgement now = judge(declaration, snapshot);
  plan.from = plan.to = now.profile;
  plan.declared = now.declared;
  plan.seen_at = snapshot.seen_at;
  plan.hazards = hazards(declaration, snapshot);
  if (!plan.hazards.empty()) return plan;
  domain::Stage stage;
  for (const auto& [machine, units] : declared_units(declaration, snapshot)) {
    domain::Unmask unmask = {machine, {}};
    for (const UnitName& unit : units) {
      if (snapshot.machine(machine).masked(unit)) unmask.units.push_back(unit);
    }
    if (!unmask.units.empty()) stage.steps.push_back({std::move(unmask), words::reason::released()});
  }
  if (!stage.steps.empty()) plan.stages.push_back(std::move(stage));
  HazardList disks;
  add_disks(disks, declaration, snapshot, plan.stages, latest_intent(snapshot) != nullptr);
  plan.hazards = disks.take();
  return plan;
}

UnitsOf foreign_masks(const domain::Declaration& declaration, const domain::Snapshot& snapshot) {
  UnitsOf foreign;
  for (const auto& [machine, units] : declared_units(declaration, snapshot)) {
    for (const UnitName& unit : snapshot.machine(machine).masked_links) {
      if (!units.contains(unit)) foreign[machine].insert(unit);
    }
  }
  return foreign;
}

UnitsOf running_units(const domain::Declaration& declaration, const domain::Snapshot& snapshot) {
  UnitsOf running;
  for (const auto& [machine, units] : declared_units(declaration, snapshot)) {
    for (const UnitName& unit : units) {
      if (runs(state_of(snapshot.machine(machine), unit))) running[machine].insert(unit);
    }
  }
  return running;
}

}  // namespace ff::planner
