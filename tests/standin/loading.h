#pragma once

#include <chrono>
#include <cstddef>

#include "standin/flags.h"
#include "standin/kv_cache.h"
#include "standin/log.h"
#include "standin/memory_claim.h"
#include "standin/stop_signal.h"

namespace ff::standin {

/// How loading ended.
enum class Loaded { ready, stopped, failed };

/// The load of one rank: takes the settings' start time, prints vLLM's lines as it goes on, and takes the
/// box's memory bit by bit. Follows changes of the settings while it runs.
class Loading {
 public:
  Loading(const ServeFlags& flags, SettingsFile& settings, StopSignal& stop, MemoryClaim& claim);

  /// Refuses to start, with vLLM's line, when less is free than the share; true if there is enough.
  [[nodiscard]] bool enough_memory();
  /// Loads to the end. On `failed` the reason has been printed.
  [[nodiscard]] Loaded run();

  [[nodiscard]] const MemoryPlan& plan() const { return plan_; }

 private:
  using Clock = std::chrono::steady_clock;

  void advance(Clock::duration passed);
  void take_memory();
  bool reach_milestones();
  bool print_milestone(std::size_t index);
  void print_shards(int done);
  bool print_kv_cache();
  void print_no_cache_blocks();
  [[nodiscard]] double elapsed_s() const;

  const ServeFlags& flags_;
  SettingsFile& settings_;
  StopSignal& stop_;
  MemoryClaim& claim_;
  const MemoryPlan plan_;
  const LogFrom from_;
  Clock::time_point began_;
  double progress_ = 0;  ///< 0 to 1
  std::size_t milestones_done_ = 0;
  std::int64_t held_kb_ = 0;
};

}  // namespace ff::standin
