#include "standin/engine.h"

#include <algorithm>

#include "standin/pace.h"

namespace ff::standin {
namespace {

constexpr std::chrono::milliseconds slice{50};
// A token this late was held up by a hang, not by the scheduler: the pace starts anew from there.
constexpr std::chrono::milliseconds held_up{500};

double seconds(std::chrono::steady_clock::duration duration) {
  return std::chrono::duration<double>(duration).count();
}

std::chrono::steady_clock::duration from_seconds(double s) {
  return std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(s));
}

}  // namespace

bool Engine::stuck() const {
  return broken_ || settings_.now().fault == Fault::hang;
}

template <class Ready>
Waited Engine::wait_until(std::unique_lock<std::mutex>& lock, const StillWanted& wanted, Ready ready) {
  while (true) {
    if (aborting_) return Waited::aborted;
    const auto now = Clock::now();
    const auto ready_at = stuck() ? Clock::time_point::max() : ready();
    if (ready_at <= now) return Waited::done;
    changed_.wait_until(lock, std::min(ready_at, now + slice));
    lock.unlock();
    const bool gone = !wanted();
    lock.lock();
    if (gone) return Waited::client_gone;
  }
}

Waited Engine::admit(Ticket& ticket, const StillWanted& wanted) {
  std::unique_lock lock(mutex_);
  ticket.arrived = Clock::now();
  waiting_.push_back(&ticket);
  const Waited waited = wait_until(lock, wanted, [&] {
    const bool mine = waiting_.front() == &ticket && running_ < shape_.running_max;
    return mine ? Clock::time_point::min() : Clock::time_point::max();
  });
  waiting_.remove(&ticket);
  changed_.notify_all();
  if (waited != Waited::done) return waited;
  ticket.running = true;
  ticket.admitted = Clock::now();
  ++running_;
  if (ticket.prompt_tokens >= long_prompt_tokens) ++running_long_;
  tokens_held_ += ticket.prompt_tokens;
  counters_.prompt_tokens += ticket.prompt_tokens;
  counters_.request_queue_time.observe(seconds(ticket.admitted - ticket.arrived));
  return waited;
}

Engine::Clock::time_point Engine::due(const Ticket& ticket) const {
  const Settings settings = settings_.now();
  if (ticket.generated_tokens == 0) {
    const bool slow = settings.fault == Fault::slow_first_token;
    return ticket.admitted + from_seconds(slow ? settings.slow_first_token_s : settings.first_token_s);
  }
  const double share = static_cast<double>(running_long_) / running_;
  const double total =
      tokens_per_second(running_, share, shape_.topology) * std::max(settings.tokens_per_second_scale, 0.001);
  return ticket.previous_token + from_seconds(running_ / total);
}

Waited Engine::next_token(Ticket& ticket, const StillWanted& wanted) {
  std::unique_lock lock(mutex_);
  Clock::time_point due_at;
  const Waited waited = wait_until(lock, wanted, [&] { return due_at = due(ticket); });
  if (waited == Waited::done) take_token(ticket, due_at);
  return waited;
}

void Engine::take_token(Ticket& ticket, Clock::time_point due_at) {
  const auto now = Clock::now();
  const auto at = now - due_at > held_up ? now : due_at;
  if (ticket.generated_tokens == 0) {
    counters_.time_to_first_token.observe(seconds(at - ticket.arrived));
  } else {
    counters_.inter_token_latency.observe(seconds(at - ticket.previous_token));
  }
  ticket.previous_token = at;
  ++ticket.generated_tokens;
  ++tokens_held_;
  ++counters_.generation_tokens;
}

void Engine::leave(Ticket& ticket, FinishReason reason) {
  const std::lock_guard lock(mutex_);
  ++counters_.finished[static_cast<std::size_t>(reason)];
  counters_.e2e_request_latency.observe(seconds(Clock::now() - ticket.arrived));
  if (!ticket.running) return;
  ticket.running = false;
  --running_;
  if (ticket.prompt_tokens >= long_prompt_tokens) --running_long_;
  tokens_held_ -= ticket.prompt_tokens + ticket.generated_tokens;
  changed_.notify_all();
}

void Engine::abort_all() {
  const std::lock_guard lock(mutex_);
  aborting_ = true;
  changed_.notify_all();
}

EngineCounters Engine::counters() const {
  const std::lock_guard lock(mutex_);
  EngineCounters now = counters_;
  now.running = running_;
  now.waiting = static_cast<int>(waiting_.size());
  const auto capacity = static_cast<double>(std::max<std::int64_t>(1, shape_.kv_cache_tokens));
  now.kv_cache_usage = std::min(1.0, static_cast<double>(tokens_held_) / capacity);
  return now;
}

}  // namespace ff::standin
