#include "shrink.hpp"

#include <algorithm>
#include <functional>

namespace ff::simulation {
namespace {

using Change = std::function<bool(Scenario&)>;  ///< false when there is nothing to change

/// "I3".
std::string invariant_of(const Report& report) {
  return report.broken.empty() ? std::string() : report.broken.front().substr(0, 2);
}

bool still_breaks(const Scenario& scenario, const Plant& plant, const std::string& invariant) {
  const Report report = play(scenario, plant);
  return std::ranges::any_of(report.broken,
                             [&](const std::string& rule) { return rule.starts_with(invariant); });
}

template <class T>
Change without(std::vector<T> Scenario::* list, std::size_t index) {
  return [list, index](Scenario& scenario) {
    auto& all = scenario.*list;
    if (index >= all.size()) return false;
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(index));
    return true;
  };
}

/// Sets a member to a simpler value; false when it has it.
template <class T>
bool set(T& member, const T& value) {
  if (member == value) return false;
  member = value;
  return true;
}

bool drop_profile(Scenario& scenario, std::size_t index) {
  auto& profiles = scenario.declaration.profiles;
  if (index >= profiles.size()) return false;
  const ProfileName name = profiles[index].name;
  const bool wished =
      std::ranges::any_of(scenario.troubles, [&](const Trouble& one) { return one.wish == name; });
  if (name == scenario.target || name == scenario.start.serves || name == scenario.start.towards || wished)
    return false;
  profiles.erase(profiles.begin() + static_cast<std::ptrdiff_t>(index));
  std::erase_if(scenario.declaration.cluster.overrides,
                [&](const auto& entry) { return entry.first.first == name; });
  return true;
}

bool drop_disorder(Scenario& scenario, std::size_t index) {
  auto& all = scenario.start.disorder;
  if (index >= all.size()) return false;
  all.erase(all.begin() + static_cast<std::ptrdiff_t>(index));
  return true;
}

bool drop_watchdogs(Scenario& scenario, std::size_t index) {
  auto& profiles = scenario.declaration.profiles;
  if (index >= profiles.size() || profiles[index].watchdogs.empty()) return false;
  profiles[index].watchdogs.clear();
  return true;
}

std::vector<Change> changes() {
  std::vector<Change> all;
  for (std::size_t i = 0; i < 4; ++i) {
    all.push_back(without(&Scenario::troubles, i));
    all.emplace_back([i](Scenario& scenario) { return drop_disorder(scenario, i); });
    all.emplace_back([i](Scenario& scenario) { return drop_profile(scenario, i); });
    all.emplace_back([i](Scenario& scenario) { return drop_watchdogs(scenario, i); });
  }
  all.emplace_back(drop_last_box);
  all.emplace_back([](Scenario& scenario) { return set(scenario.start.towards, ProfileName()); });
  all.emplace_back([](Scenario& scenario) { return set(scenario.start.by_hand, true); });
  all.emplace_back([](Scenario& scenario) { return set(scenario.start.armed, false); });
  all.emplace_back([](Scenario& scenario) { return set(scenario.start.proxy_runs, true); });
  all.emplace_back([](Scenario& scenario) { return set(scenario.start.serves, ProfileName()); });
  all.emplace_back([](Scenario& scenario) { return set(scenario.restarting, false); });
  all.emplace_back([](Scenario& scenario) { return set(scenario.ordered, true); });
  all.emplace_back([](Scenario& scenario) { return set(scenario.requests, 0); });
  all.emplace_back([](Scenario& scenario) { return set(scenario.back, false); });
  return all;
}

}  // namespace

bool drop_last_box(Scenario& scenario) {
  domain::Declaration& declaration = scenario.declaration;
  auto& machines = declaration.cluster.machines;
  const auto last =
      std::find_if(machines.rbegin(), machines.rend(), [](const auto& one) { return one.is_box(); });
  if (last == machines.rend() || last->name == declaration.cluster.route_host) return false;
  const MachineName name = last->name;
  for (domain::Profile& profile : declaration.profiles) {
    const auto found = std::ranges::find(profile.boxes, name);
    if (found == profile.boxes.end()) continue;
    const auto place = static_cast<std::size_t>(found - profile.boxes.begin());
    const auto span = static_cast<std::size_t>(profile.boxes_per_instance);
    // The whole instance goes: the others keep their boxes.
    const std::vector<MachineName> gone(
        profile.boxes.begin() + static_cast<std::ptrdiff_t>(place / span * span),
        profile.boxes.begin() + static_cast<std::ptrdiff_t>((place / span + 1) * span));
    if (gone.size() == profile.boxes.size()) return false;
    const auto leaves = [&](const MachineName& box) { return std::ranges::find(gone, box) != gone.end(); };
    std::erase_if(profile.boxes, leaves);
    for (domain::Watchdog& watchdog : profile.watchdogs) std::erase_if(watchdog.boxes, leaves);
    std::erase_if(profile.watchdogs, [](const domain::Watchdog& watchdog) { return watchdog.boxes.empty(); });
  }
  std::erase_if(declaration.cluster.overrides, [&](const auto& entry) { return entry.first.second == name; });
  std::erase_if(scenario.troubles, [&](const Trouble& trouble) { return trouble.machine == name; });
  std::erase_if(scenario.start.disorder, [&](const Disorder& disorder) { return disorder.machine == name; });
  std::erase_if(machines, [&](const domain::Machine& one) { return one.name == name; });
  return true;
}

Scenario shrunk(Scenario scenario, const Report& report, const Plant& plant) {
  const std::string invariant = invariant_of(report);
  const std::vector<Change> all = changes();
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (const Change& change : all) {
      Scenario less = scenario;
      if (!change(less) || !still_breaks(less, plant, invariant)) continue;
      scenario = std::move(less);
      smaller = true;
    }
  }
  return scenario;
}

}  // namespace ff::simulation
