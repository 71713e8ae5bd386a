#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace ff::standin {

/// Who holds how much of a box's memory. Pure bookkeeping: time is an argument.
class MemoryLedger {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// From now on `holder` holds this much in all.
  void hold(int holder, std::int64_t kb);
  /// `holder` is gone; its memory counts as held until `back_at`.
  void release(int holder, Time back_at);
  /// Drops what has come back by `now`; true if anything has.
  bool settle(Time now);
  /// When the next memory comes back, if any is on its way.
  [[nodiscard]] std::optional<Time> next_return() const;
  [[nodiscard]] std::int64_t held_kb() const;

 private:
  struct Return {
    Time at;
    std::int64_t kb;
  };
  std::map<int, std::int64_t> held_;
  std::vector<Return> returning_;
};

}  // namespace ff::standin
