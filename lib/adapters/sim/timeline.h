#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/time.h"

namespace ff::adapters::sim {

/// Virtual time and what is to happen in it. Time stands still until somebody waits; then it jumps from one
/// happening to the next. One thread only.
class Timeline {
 public:
  using Id = std::uint64_t;

  [[nodiscard]] MonoTime now() const { return now_; }
  [[nodiscard]] WallTime wall() const;
  /// Plans `what`; a delay of 0 happens at the next wait, never at once.
  Id after(Milliseconds delay, std::function<void()> what);
  /// Forgets it; one that has happened or is not known is left alone.
  void cancel(Id id);
  /// Lets time pass until `ready`, which is asked first and after every happening. Else `cancelled` or
  /// `timeout`, "`awaited` not seen in time".
  Status wait(const Limit& limit, const std::function<bool()>& ready, const char* awaited);
  /// Lets this much time pass, with all that happens in it.
  void pass(Milliseconds duration);
  /// Called after every happening.
  void observe(std::function<void()> observer) { observer_ = std::move(observer); }

 private:
  using Key = std::pair<MonoTime, Id>;
  /// Runs the next happening when it is due by `end`, else goes to `end`.
  void step(MonoTime end);

  MonoTime now_{std::chrono::hours(1)};
  Id last_ = 0;
  std::map<Key, std::function<void()>> planned_;
  std::function<void()> observer_;
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
