#include "engine/starts.h"

#include <algorithm>
#include <utility>

namespace ff::engine {
namespace {

/// They are evidence, not worth a long wait.
constexpr Milliseconds read_deadline{3000};

using Ranks = std::vector<std::pair<MachineName, UnitName>>;

Ranks ranks_of(const domain::Instance& instance) {
  Ranks ranks;
  for (const domain::Member& member : instance.members) ranks.emplace_back(member.box, member.unit);
  return ranks;
}

Ranks ranks_launched(const domain::Launch& launch, const domain::Declaration& declaration) {
  if (const domain::Profile* profile = declaration.find(launch.profile)) {
    for (const domain::Instance& instance : domain::instances_of(declaration.cluster, *profile)) {
      if (instance.name == launch.instance) return ranks_of(instance);
    }
  }
  return {{launch.machine, launch.unit}};
}

Ranks ranks_in(const domain::Step& step, const domain::Declaration& declaration) {
  if (const auto* launch = std::get_if<domain::Launch>(&step.action))
    return ranks_launched(*launch, declaration);
  if (const auto* await = std::get_if<domain::AwaitHealthy>(&step.action)) return ranks_of(await->instance);
  Ranks ranks;
  for (const UnitName& unit : domain::units_of(step)) ranks.emplace_back(domain::machine_of(step), unit);
  return ranks;
}

}  // namespace

std::vector<domain::UnitStart> starts_of(const domain::Step& step, Context& context) {
  ports::Readers& readers = context.world.readers;
  std::vector<domain::UnitStart> starts;
  for (const auto& [machine, unit] : ranks_in(step, context.declaration)) {
    const auto found = readers.machines.find(machine);
    if (found == readers.machines.end()) continue;
    const auto states = found->second.units->states({unit}, ports::within(*readers.clock, read_deadline));
    const bool ran = states && states->contains(unit) && !states->at(unit).invocation.empty();
    if (ran) starts.push_back({machine, unit, states->at(unit).invocation});
  }
  return starts;
}

}  // namespace ff::engine
