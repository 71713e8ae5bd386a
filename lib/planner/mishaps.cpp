#include "planner/mishaps.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

namespace ff::planner {
namespace {

using domain::Mishap;
using domain::Step;
using Kind = Mishap::Kind;

constexpr std::array of_machines = {Kind::cut, Kind::gone, Kind::reboot, Kind::disk};
constexpr std::array with_jobs = {"silence", "retire", "mask", "unmask", "launch", "enable", "arm"};

bool has_job(const Step& step) {
  return std::ranges::find(with_jobs, std::string_view(domain::kind_of(step))) != with_jobs.end();
}

Mishap at(Kind kind, int stage, const Step& step) {
  const auto units = domain::units_of(step);
  return {kind, domain::machine_of(step), stage, domain::kind_of(step),
          units.empty() ? UnitName{} : units.front()};
}

bool waits_for_memory(const Step& step) {
  const auto* retire = std::get_if<domain::Retire>(&step.action);
  return retire != nullptr && retire->memory_available_min.count > 0;
}

void add_of_step(const Step& step, int stage, std::vector<Mishap>& all) {
  const auto add = [&](Kind kind, bool applies) {
    if (applies) all.push_back(at(kind, stage, step));
  };
  const bool launches = std::holds_alternative<domain::Launch>(step.action);
  add(Kind::start, launches);
  add(Kind::never_healthy, launches);
  add(Kind::hang, std::holds_alternative<domain::AwaitHealthy>(step.action));
  add(Kind::job_timeout, has_job(step));
  add(Kind::proxy, std::holds_alternative<domain::SetRoute>(step.action));
  add(Kind::memory, waits_for_memory(step));
}

/// What befalls a machine can do so at any time, whatever it has to do with the stage.
void add_of_machines(const domain::Declaration& declaration, const Step& first, int stage,
                     std::vector<Mishap>& all) {
  for (const Kind kind : of_machines) {
    for (const MachineName& machine : declaration.machines_left())
      all.push_back({kind, machine, stage, domain::kind_of(first), {}});
  }
  all.push_back({Kind::killed, domain::machine_of(first), stage, domain::kind_of(first), {}});
}

}  // namespace

std::vector<Mishap> mishaps_of(const domain::Declaration& declaration, const domain::Plan& plan) {
  std::vector<Mishap> all;
  int stage = 0;
  for (const domain::Stage& one : plan.stages) {
    ++stage;
    if (one.steps.empty()) continue;
    for (const Step& step : one.steps) add_of_step(step, stage, all);
    add_of_machines(declaration, one.steps.front(), stage, all);
  }
  std::map<MachineName, int> place;
  for (const domain::Machine& machine : declaration.cluster.machines)
    place.emplace(machine.name, static_cast<int>(place.size()));
  std::ranges::stable_sort(all, [&](const Mishap& one, const Mishap& other) {
    return std::pair(one.kind, place[one.machine]) < std::pair(other.kind, place[other.machine]);
  });
  return all;
}

}  // namespace ff::planner
