#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/time.h"

namespace ff::adapters::sim {

/// What crosses everything when a simulated ff is killed. Nothing but its own code may catch it.
struct Killed {};

/// Virtual time and what is to happen in it. Time stands still until somebody waits; then it jumps from one
/// happening to the next. One thread only.
class Timeline {
 public:
  using Id = std::uint64_t;

  Timeline();
  [[nodiscard]] MonoTime now() const { return now_; }
  [[nodiscard]] WallTime wall() const;
  /// Before anything was planned: a later point in time, and the time of day that it is.
  void begin_at(MonoTime now, WallTime wall);
  /// Plans `what`; a delay of 0 happens at the next wait, never at once.
  Id after(Milliseconds delay, std::function<void()> what);
  /// Forgets it; one that has happened or is not known is left alone.
  void cancel(Id id);
  /// Lets time pass until `ready`, which is asked first and after every happening. Else `cancelled` or
  /// `timeout`, "`awaited` not seen in time".
  Status wait(const Limit& limit, const std::function<bool()>& ready, const char* awaited);
  /// Lets this much time pass, with all that happens in it.
  void pass(Milliseconds duration);
  /// From now on whoever would let time pass in a wait calls this instead, which returns when there is
  /// something for it to look at; nullptr for the usual way.
  void wait_by(std::function<void(const Limit&, const std::function<bool()>&)> waiting) {
    waiting_ = std::move(waiting);
  }
  /// Runs the next happening when it is due by `end`, else goes to `end`.
  void step(MonoTime end);
  /// Called after every happening.
  void observe(std::function<void()> observer) { observer_ = std::move(observer); }

 private:
  using Key = std::pair<MonoTime, Id>;

  MonoTime now_{std::chrono::hours(1)};
  WallTime wall_at_zero_;
  Id last_ = 0;
  std::map<Key, std::function<void()>> planned_;
  std::function<void()> observer_;
  std::function<void(const Limit&, const std::function<bool()>&)> waiting_;
};

/// Happenings that end with their owner.
class Agenda {
 public:
  explicit Agenda(Timeline& timeline) : timeline_(timeline) {}
  ~Agenda() { clear(); }
  Agenda(const Agenda&) = delete;
  Agenda& operator=(const Agenda&) = delete;

  void after(Milliseconds delay, std::function<void()> what);
  void clear();

 private:
  Timeline& timeline_;
  std::vector<Timeline::Id> ids_;
};

}  // namespace ff::adapters::sim
