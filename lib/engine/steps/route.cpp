#include "engine/steps/act.h"

namespace ff::engine {

Status act(const domain::SetRoute& step, Context& context, const Limit& limit) {
  return context.world.proxy->set_route(step.route, limit);
}

}  // namespace ff::engine
