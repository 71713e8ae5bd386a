#include "codec/record.h"
#include "engine/steps/act.h"
#include "observe/paths.h"

namespace ff::engine {
namespace {

/// A line is small; one that is lost costs a worse prediction, nothing else.
constexpr Milliseconds append_deadline{10'000};

}  // namespace

Status act(const domain::Launch& step, Context& context, const Limit& limit) {
  FF_TRY(actors, actors_of(context, step.machine));
  // A start limit reached by earlier failures would refuse this start for a reason that is gone.
  FF_TRY(reset, actors.units->reset_failed(step.unit, limit));
  if (step.leader) context.launches.set(step.instance, context.world.readers.clock->now());
  return actors.units->start(step.unit, limit);
}

Status act(const domain::AwaitHealthy&, Context&, const Limit&) {
  return Done{};
}

void note(const domain::Step& step, Context& context) {
  const auto* healthy = std::get_if<domain::AwaitHealthy>(&step.action);
  if (healthy == nullptr) return;
  const auto launched = context.launches.find(healthy->instance.name);
  if (!launched) return;
  ports::Clock& clock = *context.world.readers.clock;
  const MachineName& box = healthy->instance.leader().box;
  const domain::RecordedStart start{healthy->instance.profile, box,
                                    std::chrono::duration_cast<Milliseconds>(clock.now() - *launched),
                                    clock.wall()};
  if (const auto actors = actors_of(context, box)) {
    (void)actors->host->append_file({observe::starts_path, codec::start_line(start) + "\n"},
                                    ports::within(clock, append_deadline));
  }
}

}  // namespace ff::engine
