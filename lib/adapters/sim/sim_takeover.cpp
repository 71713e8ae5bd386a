#include "adapters/sim/sim_takeover.h"

#include "codec/holder.h"

namespace ff::adapters::sim {
namespace {

bool holds(const Machine& machine, const RunId& run) {
  const auto note = codec::holder_from(machine.lock_words);
  return note && note->run == run;
}

}  // namespace

Status SimTakeover::ask(const MachineName& name, const RunId& run, const ports::StopWish& wish, Limit limit) {
  Machine& machine = world_.machine(name);
  FF_TRY(reached, Link(world_, machine, self_, Link::Kind::reads).ask("takeover", limit));
  if (!holds(machine, run)) return fail(ErrorCode::not_found, "that run does not hold the lock", {name, {}});
  machine.lock_requests.push_back(wish.reason);
  if (machine.lock_owner == nullptr) return Done{};
  machine.lock_owner->wish = wish;
  machine.lock_owner->wished.request_stop();
  return Done{};
}

Status SimTakeover::fence(const MachineName& name, const RunId& run, Limit limit) {
  Machine& machine = world_.machine(name);
  FF_TRY(reached, Link(world_, machine, self_, Link::Kind::reads).ask("fence", limit));
  if (!holds(machine, run)) return Done{};
  if (machine.lock_owner != nullptr) machine.lock_owner->lease_lost = true;
  machine.free_lock();
  return Done{};
}

}  // namespace ff::adapters::sim
