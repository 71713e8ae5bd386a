#include <algorithm>

#include "engine/steps/act.h"

namespace ff::engine {
namespace {

/// Disable first: an ops layer restarts whatever is enabled and not running.
Status put_to_rest(const MachineName& machine, const std::vector<UnitName>& units, Context& context,
                   const Limit& limit) {
  FF_TRY(actors, actors_of(context, machine));
  FF_TRY(disabled, actors.units->disable(units, limit));
  for (const UnitName& unit : units) {
    FF_TRY(stopped, actors.units->stop(unit, limit));
  }
  return Done{};
}

}  // namespace

Status act(const domain::Retire& step, Context& context, const Limit& limit) {
  return put_to_rest(step.machine, step.units, context, limit);
}

/// Timers before what they start: else one could start it again once it was stopped.
Status act(const domain::Silence& step, Context& context, const Limit& limit) {
  std::vector<UnitName> units = step.units;
  std::ranges::stable_partition(units,
                                [](const UnitName& unit) { return !unit.text().ends_with(".service"); });
  return put_to_rest(step.machine, units, context, limit);
}

}  // namespace ff::engine
