#include "engine/steps/act.h"

namespace ff::engine {

Status act(const domain::Enable& step, Context& context, const Limit& limit) {
  FF_TRY(actors, actors_of(context, step.machine));
  return actors.units->enable(step.units, limit);
}

Status act(const domain::Arm& step, Context& context, const Limit& limit) {
  FF_TRY(actors, actors_of(context, step.machine));
  FF_TRY(enabled, actors.units->enable(step.units, limit));
  for (const UnitName& unit : step.units) {
    FF_TRY(started, actors.units->start(unit, limit));
  }
  return Done{};
}

}  // namespace ff::engine
