#include "adapters/sim/link.h"

#include <algorithm>

namespace ff::adapters::sim {
namespace {

constexpr Milliseconds round_trip{1};
/// After so long without an answer a session counts as lost.
constexpr Milliseconds patience{5000};
/// A lock's holder that hears nothing more lets go after so long.
constexpr Milliseconds holder_patience{15'000};

}  // namespace

bool Link::alive() const {
  return !dead_ && !machine_.cut && machine_.power && (boot_.empty() || boot_ == machine_.boot_id);
}

void Link::dial_anew() {
  dead_ = false;
  boot_ = {};
}

Error Link::placed(Error error) const {
  return at(std::move(error), machine_.name);
}

Error Link::lost() const {
  return placed({ErrorCode::link_lost, "the session with it was lost", {}, {}, {}});
}

Status Link::reach(const Limit& limit) {
  if (limit.stop.stop_requested()) return fail(placed({ErrorCode::cancelled, "asked to stop", {}, {}, {}}));
  world_.time().pass(round_trip);
  if (kind_ == Kind::reads && !alive()) dial_anew();
  if (alive()) {
    boot_ = machine_.boot_id;
    return Done{};
  }
  if (!dead_) {
    const Limit patient{std::min(limit.deadline, world_.time().now() + patience), limit.stop};
    (void)world_.time().wait(patient, [] { return false; }, "an answer");
  }
  if (boot_.empty()) return fail(placed({ErrorCode::unreachable, "does not answer", {}, {}, {}}));
  die();
  return fail(lost());
}

void Link::die() {
  dead_ = true;
  world_.time().after(holder_patience, [&machine = machine_, owner = &self_, number = machine_.lock_number] {
    if (machine.lock_owner == owner && machine.lock_number == number) machine.free_lock();
  });
}

Status Link::ask(const std::string& call, const Limit& limit) {
  FF_TRY(reached, reach(limit));
  if (const auto fault = world_.take_fault(call, machine_.name)) return fail(placed(fault->error));
  return Done{};
}

Result<std::optional<Fault>> Link::begin(const Act& act, const Limit& limit) {
  FF_TRY(reached, reach(limit));
  auto fault = world_.take_fault(act.call, machine_.name);
  if (fault && !fault->after_effect) return fail(placed(fault->error));
  world_.begin_act(act, machine_.lock_owner == &self_ && !self_.lease_lost);
  return fault;
}

Status Link::wait(const Limit& limit, const std::function<bool()>& ready, const char* awaited) {
  const Status waited = world_.time().wait(limit, [&] { return !alive() || ready(); }, awaited);
  if (!alive()) {
    die();
    return fail(lost());
  }
  if (!waited) return fail(placed(waited.error()));
  return Done{};
}

Status Link::wait_until(MonoTime time, const Limit& limit, const char* awaited) {
  const Limit until{std::min(time, limit.deadline), limit.stop};
  Status waited = wait(until, [] { return false; }, awaited);
  if (!waited && waited.error().code == ErrorCode::timeout && time <= limit.deadline) return Done{};
  return waited;
}

}  // namespace ff::adapters::sim
