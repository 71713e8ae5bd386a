#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <mutex>

#include "standin/engine_counters.h"
#include "standin/settings.h"

namespace ff::standin {

/// What the engine can do at once.
struct EngineShape {
  int running_max = 16;
  std::int64_t kv_cache_tokens = 0;
  Topology topology = Topology::replica;
};

/// One request on its way through the engine. Owned by the thread that serves it.
struct Ticket {
  using Time = std::chrono::steady_clock::time_point;

  std::int64_t prompt_tokens = 0;
  std::int64_t generated_tokens = 0;
  Time arrived;
  Time admitted;
  Time previous_token;
  bool running = false;
};

/// How a wait in the engine ended.
enum class Waited { done, aborted, client_gone };
/// Whether the client is still there; asked every now and then.
using StillWanted = std::function<bool()>;

/// The scheduler: lets at most running_max requests run, the rest wait in order, and hands out tokens at the
/// pace of so many requests at once. Stuck (fault hang, or a lost rank) it hands out nothing.
class Engine {
 public:
  Engine(EngineShape shape, SettingsFile& settings) : shape_(shape), settings_(settings) {}

  /// Waits for a place. Whatever it returns, leave() must follow.
  [[nodiscard]] Waited admit(Ticket& ticket, const StillWanted& wanted);
  /// Waits until the next token is due.
  [[nodiscard]] Waited next_token(Ticket& ticket, const StillWanted& wanted);
  /// Ends the request; its place goes to the next one that waits.
  void leave(Ticket& ticket, FinishReason reason);

  /// Ends every wait with `aborted`, now and from now on.
  void abort_all();
  /// A rank is lost: nothing is answered any more.
  void break_down() { broken_ = true; }
  [[nodiscard]] EngineCounters counters() const;
  [[nodiscard]] const EngineShape& shape() const { return shape_; }

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] bool stuck() const;
  [[nodiscard]] Clock::time_point due(const Ticket& ticket) const;
  void take_token(Ticket& ticket, Clock::time_point due_at);
  template <class Ready>
  Waited wait_until(std::unique_lock<std::mutex>& lock, const StillWanted& wanted, Ready ready);

  const EngineShape shape_;
  SettingsFile& settings_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::list<Ticket*> waiting_;
  int running_ = 0;
  int running_long_ = 0;
  std::int64_t tokens_held_ = 0;
  EngineCounters counters_;
  std::atomic<bool> broken_ = false;
  bool aborting_ = false;
};

}  // namespace ff::standin
