#pragma once

#include "standin/api.h"
#include "standin/ranks.h"
#include "standin/stop_signal.h"

namespace ff::standin {

/// The time of a loaded engine from the opening of its port to the end of its drain.
class ServerLife {
 public:
  ServerLife(const ServeFlags& flags, SettingsFile& settings, const MemoryPlan& plan,
             const LeaderRanks& ranks, StopSignal& stop);

  /// Serves until a stop, then drains as --shutdown-timeout says. 0, or 1 if the port is taken.
  [[nodiscard]] int run();

 private:
  void stay();
  void drain();
  void log_activity();

  const ServeFlags& flags_;
  const LeaderRanks& ranks_;
  StopSignal& stop_;
  Engine engine_;
  HttpServer server_;
  Api api_;
  std::int64_t logged_tokens_ = 0;
};

}  // namespace ff::standin
