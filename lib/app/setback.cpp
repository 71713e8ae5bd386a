#include "app/setback.h"

#include <algorithm>

#include "app/scene.h"

namespace ff::app {

std::set<std::pair<ProfileName, InstanceName>> taken_along(const domain::Plan& plan,
                                                           const std::vector<domain::Step>& failed,
                                                           const domain::Snapshot& now) {
  std::set<std::pair<ProfileName, InstanceName>> taken;
  for (const domain::Step& step : failed) {
    // The proxy's machine may be a box: its flips and second looks say nothing of the copy there.
    const bool on_route = std::holds_alternative<domain::SetRoute>(step.action) ||
                          std::holds_alternative<domain::Settle>(step.action);
    if (on_route) continue;
    for (const domain::Instance& instance : plan.target) {
      const bool meant = instance.spans(domain::machine_of(step)) && healthy_count(now, {instance}) == 0;
      if (meant) taken.emplace(instance.profile, instance.name);
    }
  }
  return taken;
}

bool takes_from_clients(const domain::Plan& plan, const domain::Snapshot& now) {
  return std::ranges::any_of(plan.stages, [&](const domain::Stage& stage) {
    return std::ranges::any_of(stage.steps, [&](const domain::Step& step) {
      const auto* drain = std::get_if<domain::Drain>(&step.action);
      return drain != nullptr && serving_count(now, {drain->instance}) > 0;
    });
  });
}

int most_serving(const domain::Declaration& declaration, const domain::Snapshot& now) {
  int most = 0;
  for (const domain::Profile& profile : declaration.profiles)
    most = std::max(most, serving_count(now, domain::instances_left(declaration, profile)));
  return most;
}

std::set<MachineName> silent_machines(const domain::Declaration& declaration, const domain::Snapshot& now) {
  std::set<MachineName> silent;
  for (const MachineName& machine : declaration.machines_left()) {
    if (!now.machine(machine).known()) silent.insert(machine);
  }
  return silent;
}

}  // namespace ff::app
