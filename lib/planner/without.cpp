#include "planner/without.h"

#include <algorithm>

#include "planner/planner.h"

namespace ff::planner {

bool something_left(const domain::Declaration& declaration, const domain::Profile* target) {
  return target == nullptr || !domain::instances_left(declaration, *target).empty();
}

bool something_but_for_drained(domain::Declaration declaration, const domain::Profile* target) {
  declaration.drained.clear();
  return something_left(declaration, target);
}

domain::Declaration without_silent(domain::Declaration declaration, const domain::Snapshot& snapshot) {
  for (const MachineName& machine : declaration.machines_left()) {
    if (!snapshot.machine(machine).known()) declaration.absent.insert(machine);
  }
  return declaration;
}

Advice way_without(const domain::Declaration& declaration, const domain::Profile* target) {
  if (declaration.absent.contains(declaration.cluster.route_host)) return {};
  Advice advice = {Advice::Kind::switch_to, {}, {declaration.absent.begin(), declaration.absent.end()}};
  if (something_left(declaration, target)) {
    advice.subject = target == nullptr ? off : target->name.text();
    return advice;
  }
  const auto other = std::ranges::find_if(declaration.profiles, [&](const domain::Profile& profile) {
    return something_left(declaration, &profile);
  });
  if (other == declaration.profiles.end()) return {};
  advice.subject = other->name.text();
  return advice;
}

}  // namespace ff::planner
