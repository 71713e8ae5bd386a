#include "adapters/sim/timeline.h"

#include <algorithm>
#include <string>

namespace ff::adapters::sim {
namespace {

/// 22 October 2026, 12:00 UTC: any fixed day will do, so that outputs are the same in every run.
constexpr WallTime day_of_start{std::chrono::milliseconds(1'792'670'400'000)};

}  // namespace

Timeline::Timeline() : wall_at_zero_(day_of_start) {}

WallTime Timeline::wall() const {
  return wall_at_zero_ + std::chrono::duration_cast<Milliseconds>(now_.time_since_epoch());
}

void Timeline::begin_at(MonoTime now, WallTime wall) {
  now_ = now;
  wall_at_zero_ = wall - std::chrono::duration_cast<Milliseconds>(now.time_since_epoch());
}

Timeline::Id Timeline::after(Milliseconds delay, std::function<void()> what) {
  planned_.emplace(Key{now_ + delay, ++last_}, std::move(what));
  return last_;
}

void Timeline::cancel(Id id) {
  std::erase_if(planned_, [id](const auto& entry) { return entry.first.second == id; });
}

Status Timeline::wait(const Limit& limit, const std::function<bool()>& ready, const char* awaited) {
  for (;;) {
    if (ready()) return Done{};
    if (limit.stop.stop_requested()) {
      return fail(ErrorCode::cancelled, std::string("asked to stop before ") + awaited);
    }
    if (now_ >= limit.deadline) return fail(ErrorCode::timeout, std::string(awaited) + " not seen in time");
    if (waiting_)
      waiting_(limit, ready);
    else
      step(limit.deadline);
  }
}

void Timeline::pass(Milliseconds duration) {
  const Limit end{now_ + duration, {}};
  (void)wait(end, [] { return false; }, "the time");
}

void Timeline::step(MonoTime end) {
  if (planned_.empty() || planned_.begin()->first.first > end) {
    now_ = std::max(now_, end);
    return;
  }
  auto next = planned_.extract(planned_.begin());
  now_ = std::max(now_, next.key().first);
  next.mapped()();
  if (observer_) observer_();
}

void Agenda::after(Milliseconds delay, std::function<void()> what) {
  ids_.push_back(timeline_.after(delay, std::move(what)));
}

void Agenda::clear() {
  for (const Timeline::Id id : ids_) timeline_.cancel(id);
  ids_.clear();
}

}  // namespace ff::adapters::sim
