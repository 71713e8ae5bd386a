#include "app/run_stop.h"

#include <utility>

namespace ff::app {

RunStop::RunStop(std::stop_token own, const ports::World& world)
    : world_(world),
      by_own_(std::move(own), [this] { either_.request_stop(); }),
      by_another_(world.lease->asked_to_stop(), [this] { either_.request_stop(); }) {}

void RunStop::tell(domain::Outcome& outcome) const {
  const auto wish = world_.lease->stop_wish();
  if (!wish || !outcome.error || outcome.error->code != ErrorCode::cancelled) return;
  outcome.error->what = "asked to stop by " + wish->operator_name + ": " + wish->reason;
}

}  // namespace ff::app
