#include "engine/steps/act.h"

namespace ff::engine {

Status act(const domain::Configure& step, Context& context, const Limit& limit) {
  FF_TRY(actors, actors_of(context, step.machine));
  return actors.host->write_file({step.path, step.content}, limit);
}

}  // namespace ff::engine
