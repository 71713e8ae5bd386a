#include "app/turn.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "app/telling.h"
#include "base/text.h"
#include "codec/holder.h"
#include "words/holder.h"

namespace ff::app {
namespace {

constexpr Milliseconds look_deadline{5000};
/// A lock that is let go sends no event to those who do not hold it.
constexpr Milliseconds look_interval{1000};
/// Whoever waits is told anew at least so often, for how long still.
constexpr Milliseconds tell_interval{15'000};

/// `deadline` is missing where the waiting is over.
void tell_waiting(const Scene& scene, const std::string& text, MonoTime began,
                  std::optional<MonoTime> deadline) {
  const auto since = [began](MonoTime time) {
    return std::chrono::duration_cast<Milliseconds>(time - began);
  };
  domain::Event event = {.text = text, .elapsed = since(scene.readers.clock->now())};
  if (deadline) event.deadline = since(*deadline);
  tell(scene.readers, std::move(event));
}

}  // namespace

Held held_by(const MachineName& machine, const std::string& note) {
  const auto read = codec::holder_from(note);
  if (!read) return {machine, {}, printable(trimmed(note))};
  return {machine, read->run,
          printable(words::holder(read->operator_name, read->verb, read->since, read->step), 300)};
}

std::vector<Held> locks_held(const Scene& scene, const std::set<MachineName>& absent,
                             const std::stop_token& stop) {
  const std::vector<domain::Machine>& machines = scene.declaration.cluster.machines;
  std::vector<std::string> notes(machines.size());
  std::vector<ports::Lane> lanes;
  for (std::size_t i = 0; i < machines.size(); ++i) {
    if (absent.contains(machines[i].name)) continue;
    lanes.push_back({machines[i].name, [&, i](std::stop_token) -> Status {
                       const Limit limit = ports::within(*scene.readers.clock, look_deadline, stop);
                       const auto facts = scene.readers.machines.at(machines[i].name).host->look({}, limit);
                       if (facts) notes[i] = facts->lock_holder;
                       return Done{};
                     }});
  }
  (void)scene.readers.lanes->run(std::move(lanes), stop);
  std::vector<Held> held;
  for (std::size_t i = 0; i < machines.size(); ++i) {
    if (!notes[i].empty()) held.push_back(held_by(machines[i].name, notes[i]));
  }
  return held;
}

Status await_turn(const Scene& scene, const std::set<MachineName>& absent, const Limit& limit) {
  ports::Clock& clock = *scene.readers.clock;
  const MonoTime began = clock.now();
  MonoTime next_told = began;
  std::string told;
  while (clock.now() < limit.deadline) {
    const auto held = locks_held(scene, absent, limit.stop);
    if (held.empty()) {
      if (!told.empty()) tell_waiting(scene, "the lock is free", began, std::nullopt);
      break;
    }
    if (held.front().by != told || clock.now() >= next_told) {
      tell_waiting(scene, "waiting for the lock of " + held.front().machine.text() + ": " + held.front().by,
                   began, limit.deadline);
      told = held.front().by;
      next_told = clock.now() + tell_interval;
    }
    FF_TRY(slept, clock.sleep_until({std::min(limit.deadline, clock.now() + look_interval), limit.stop}));
  }
  if (limit.stop.stop_requested())
    return fail(ErrorCode::cancelled, "asked to stop while waiting for the lock");
  return Done{};
}

}  // namespace ff::app
