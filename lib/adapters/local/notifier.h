#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "domain/cluster.h"
#include "ports/events.h"

namespace ff::adapters::local {

/// Tells people of a run by the cluster's own command, beside the events' way to whoever looks on: started,
/// outage over, needs a hand, ended. The commands run one after the other on a thread of their own, each
/// within its timeout; what becomes of them never matters to the run.
class Notifier : public ports::Events {
 public:
  /// Everything is passed on to `inner`, which is borrowed. Without a command nothing else is done.
  Notifier(const domain::Cluster& cluster, ports::Events& inner);
  /// Waits for the commands that are still to run, each within its timeout.
  ~Notifier() override;

  void emit(const domain::Event& event) noexcept override;

 private:
  struct Notice {
    std::string name;
    domain::Event event;
  };
  void work();
  void tell(const Notice& notice) const;

  const domain::Notify notify_;
  const std::string cluster_;
  ports::Events& inner_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Notice> waiting_;
  bool ending_ = false;
  std::thread thread_;
};

/// The notices that an event is worth, in order; none for most. Pure.
[[nodiscard]] std::vector<std::string> notices_of(const domain::Event& event);

}  // namespace ff::adapters::local
