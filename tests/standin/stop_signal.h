#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "standin/settings.h"

namespace ff::standin {

/// SIGTERM and SIGINT of this process, taken by a thread of their own. Make it before any other thread, since
/// it blocks the signals for all. With the fault refuse_stop they are logged and nothing else.
class StopSignal {
 public:
  explicit StopSignal(SettingsFile& settings);
  ~StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  [[nodiscard]] bool requested() const { return count_ > 0; }
  /// A second signal asks to drop the drain.
  [[nodiscard]] bool insisted() const { return count_ > 1; }
  /// Waits for the first signal, at most this long; true if it came.
  bool wait_for(std::chrono::milliseconds wait_max);

 private:
  void listen();

  SettingsFile& settings_;
  std::atomic<int> count_ = 0;
  std::atomic<bool> ended_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::thread thread_;
};

}  // namespace ff::standin
