#include "render/mask.h"
#include "engine/steps/act.h"

namespace ff::engine {
namespace {

/// Links that changed and were not read leave a unit that reads as neither: the manager reads what there is,
/// also when a link could not be changed, or may have been.
Status read_links(const Status& changed, ports::UnitControl& units, const Limit& limit) {
  const Status read = units.reload(limit);
  return changed ? read : changed;
}

}  // namespace

Status act(const domain::Mask& step, Context& context, const Limit& limit) {
  FF_TRY(actors, actors_of(context, step.machine));
  Status linked = Done{};
  for (const UnitName& unit : step.units) {
    if (linked) linked = actors.host->make_link(render::mask_path(unit), "/dev/null", limit);
  }
  return read_links(linked, *actors.units, limit);
}

Status act(const domain::Unmask& step, Context& context, const Limit& limit) {
  FF_TRY(actors, actors_of(context, step.machine));
  Status removed = Done{};
  for (const UnitName& unit : step.units) {
    if (removed) removed = actors.host->remove_file(render::mask_path(unit), limit);
  }
  return read_links(removed, *actors.units, limit);
}

}  // namespace ff::engine
