#include "app/attach.h"

#include <algorithm>

#include "app/turn.h"

namespace ff::app {
namespace {

constexpr Milliseconds read_deadline{10'000};
/// A record that grows sends no event to those who did not write it.
constexpr Milliseconds read_interval{1000};
constexpr Milliseconds comes_within{30'000};
/// Longer than a dead holder keeps its lock, and than a live run needs from one link to the next.
constexpr Milliseconds unlocked_for{40'000};

bool lost(const Error& error) {
  return error.code == ErrorCode::unreachable || error.code == ErrorCode::link_lost ||
         error.code == ErrorCode::timeout;
}

bool holds_a_lock(const Scene& scene, const RunId& run, const std::stop_token& stop) {
  const auto held = locks_held(scene, {}, stop);
  return std::ranges::any_of(held, [&](const Held& one) { return one.run == run; });
}

}  // namespace

Result<Followed> follow_run(const Scene& scene, Following& following,
                            const std::function<void(const domain::Record&)>& take,
                            const std::stop_token& stop) {
  ports::Clock& clock = *scene.readers.clock;
  const MonoTime began = clock.now();
  MonoTime locked_at = began;
  for (;;) {
    auto run = scene.readers.runs->read(following.run, ports::within(clock, read_deadline, stop));
    if (stop.stop_requested()) return Followed::stopped;
    if (!run && lost(run.error())) return Followed::lost;
    const bool may_come =
        !run && run.error().code == ErrorCode::not_found && clock.now() - began < comes_within;
    if (!run && !may_come) return fail(std::move(run.error()));
    if (run) {
      following.seen = *std::move(run);
      for (; following.told < following.seen.records.size(); ++following.told)
        take(following.seen.records[following.told]);
      if (!following.seen.outcome().empty()) return Followed::ended;
      if (holds_a_lock(scene, following.run, stop)) locked_at = clock.now();
      if (clock.now() - locked_at > unlocked_for) return Followed::died;
    }
    if (!clock.sleep_until(ports::within(clock, read_interval, stop))) return Followed::stopped;
  }
}

domain::Outcome ending_of(const domain::Run& run) {
  domain::Outcome outcome;
  outcome.kind = domain::outcome_kind(run.outcome()).value_or(domain::Outcome::Kind::reached);
  outcome.run = run.header.run;
  outcome.target = run.header.to;
  outcome.previous = run.header.from;
  outcome.absent = run.header.absent;
  if (!run.records.empty()) outcome.took = run.records.back().took.value_or(Milliseconds{0});
  return outcome;
}

}  // namespace ff::app
