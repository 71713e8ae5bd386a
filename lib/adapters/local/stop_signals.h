#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

#include "base/unique_fd.h"

namespace ff::adapters::local {

/// Turns SIGINT and SIGTERM into a stop request and makes SIGHUP and SIGPIPE harmless, for the whole process
/// and for ever. Make one, before any other thread is started, so that they all inherit the mask.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  /// Stopped by the first SIGINT or SIGTERM.
  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }
  /// The signal that asked to stop, 0 while none has.
  [[nodiscard]] int received() const { return received_.load(); }

 private:
  void watch();

  UniqueFd signals_;
  UniqueFd ended_;
  std::stop_source source_;
  std::atomic<int> received_ = 0;
  std::thread thread_;
};

}  // namespace ff::adapters::local
