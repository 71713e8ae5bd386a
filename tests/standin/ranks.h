#pragma once

#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

#include "standin/flags.h"
#include "standin/line_socket.h"
#include "standin/stop_signal.h"

namespace ff::standin {

/// How a wait for the other ranks ended.
enum class Joined { yes, stopped, failed };

/// Rank 0 of an instance that spans boxes: waits for the headless workers, then watches that they stay.
/// A worker that is lost is never taken again: the instance is broken from then on.
class LeaderRanks {
 public:
  LeaderRanks(const ServeFlags& flags, StopSignal& stop) : flags_(flags), stop_(stop) {}
  ~LeaderRanks();
  LeaderRanks(const LeaderRanks&) = delete;
  LeaderRanks& operator=(const LeaderRanks&) = delete;

  /// Listens on the master port until every worker has connected, then lets them load.
  [[nodiscard]] Joined gather();
  /// Waits until every worker has loaded; `failed` as soon as one is lost.
  [[nodiscard]] Joined wait_loaded();
  [[nodiscard]] bool worker_lost() const { return lost_; }

 private:
  void greet_new_worker();
  void forget_lost_workers();
  void watch();

  const ServeFlags& flags_;
  StopSignal& stop_;
  UniqueFd listener_;
  std::vector<LineSocket> workers_;
  std::thread watcher_;
  std::atomic<std::size_t> loaded_ = 0;
  std::atomic<bool> lost_ = false;
  std::atomic<bool> ended_ = false;
};

/// A headless rank: joins the leader once. When the leader is gone it spins on and never joins another.
class WorkerRank {
 public:
  WorkerRank(const ServeFlags& flags, StopSignal& stop) : flags_(flags), stop_(stop) {}

  /// Tries until the leader listens and lets this rank load. A leader that goes away before that is never
  /// replaced: the wait then ends by a stop only.
  [[nodiscard]] Joined join();
  /// Tells the leader that this rank has loaded.
  void say_loaded();
  /// Stays until a stop; says once when the leader is gone.
  void spin();

 private:
  const ServeFlags& flags_;
  StopSignal& stop_;
  LineSocket leader_;
};

}  // namespace ff::standin
