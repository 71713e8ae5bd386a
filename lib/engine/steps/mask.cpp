#include "render/mask.h"
#include "engine/steps/act.h"

namespace ff::engine {

Status act(const domain::Mask& step, Context& context, const Limit& limit) {
  FF_TRY(actors, actors_of(context, step.machine));
  for (const UnitName& unit : step.units) {
    FF_TRY(linked, actors.host->make_link(render::mask_path(unit), "/dev/null", limit));
  }
  return actors.units->reload(limit);
}

Status act(const domain::Unmask& step, Context& context, const Limit& limit) {
  FF_TRY(actors, actors_of(context, step.machine));
  for (const UnitName& unit : step.units) {
    FF_TRY(removed, actors.host->remove_file(render::mask_path(unit), limit));
  }
  return actors.units->reload(limit);
}

}  // namespace ff::engine
