#include "engine/look.h"

#include <set>
#include <type_traits>
#include <utility>
#include <variant>

#include "observe/machine.h"
#include "probe/ladder.h"

namespace ff::engine {
namespace {

using UnitsByMachine = std::map<MachineName, std::set<UnitName>>;

UnitsByMachine units_to_ask(const domain::Step& step) {
  UnitsByMachine asked;
  asked[domain::machine_of(step)];
  for (const UnitName& unit : domain::units_of(step)) asked[domain::machine_of(step)].insert(unit);
  for (const auto& [machine, unit] : domain::watched_by(step)) asked[machine].insert(unit);
  return asked;
}

/// Files that the step is about, on its own machine.
std::vector<std::string> files_to_ask(const domain::Step& step) {
  const auto* configure = std::get_if<domain::Configure>(&step.action);
  return configure == nullptr ? std::vector<std::string>{} : std::vector<std::string>{configure->path};
}

/// Waiting for an engine asks often, and all it needs of the machines are unit states.
bool asks_hosts(const domain::Step& step) {
  return !(std::holds_alternative<domain::Launch>(step.action) ||
           std::holds_alternative<domain::AwaitHealthy>(step.action) ||
           std::holds_alternative<domain::Drain>(step.action) ||
           std::holds_alternative<domain::Settle>(step.action));
}

Status look_at_machines(const domain::Step& step, Context& context, const Limit& limit,
                        domain::Snapshot& view) {
  for (const auto& [machine, units] : units_to_ask(step)) {
    const auto readers = context.world.readers.machines.find(machine);
    if (readers == context.world.readers.machines.end()) {
      return fail(ErrorCode::not_found, "no such machine", {machine, {}});
    }
    const observe::MachineQuery query{
        {units.begin(), units.end()}, files_to_ask(step), false, asks_hosts(step)};
    domain::MachineView seen = observe::look_at(readers->second, query, limit);
    if (seen.fault) return std::unexpected(at(std::move(*seen.fault), machine));
    view.machines[machine] = std::move(seen);
  }
  return Done{};
}

void look_at_health(const domain::Instance& instance, Context& context,
                    std::optional<Milliseconds> token_deadline, const Limit& limit, domain::Snapshot& view) {
  const probe::Means means{*context.world.readers.http, *context.world.readers.clock, context.api_key};
  view.health[instance.profile][instance.name] =
      probe::climb(instance, probe::states_in(view, instance), means, token_deadline, limit);
}

}  // namespace

Result<domain::Snapshot> look(const domain::Step& step, Context& context, const Limit& limit) {
  domain::Snapshot view;
  view.seen_at = context.world.readers.clock->wall();
  if (std::holds_alternative<domain::SetRoute>(step.action)) {
    FF_TRY(route, context.world.readers.proxy->route(limit));
    view.route = std::move(route);
    view.machines[domain::machine_of(step)];
    return view;
  }
  FF_TRY(machines, look_at_machines(step, context, limit, view));
  if (const auto* await = std::get_if<domain::AwaitHealthy>(&step.action)) {
    look_at_health(await->instance, context, await->token_deadline, limit, view);
  } else if (const auto* drain = std::get_if<domain::Drain>(&step.action)) {
    look_at_health(drain->instance, context, std::nullopt, limit, view);
  } else if (const auto* settle = std::get_if<domain::Settle>(&step.action)) {
    for (const domain::Instance& instance : settle->serving) {
      const domain::Profile* profile = context.declaration.find(instance.profile);
      look_at_health(instance, context, profile->token_deadline, limit, view);
    }
  }
  return view;
}

}  // namespace ff::engine
