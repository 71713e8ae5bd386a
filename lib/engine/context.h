#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "domain/plan.h"
#include "domain/profile.h"
#include "ports/world.h"

namespace ff::engine {

/// When each instance's leader was started in this run. Safe to use from several lanes.
class LaunchTimes {
 public:
  void set(const InstanceName& instance, MonoTime at);
  /// Nothing when this run did not start it: it was adopted.
  [[nodiscard]] std::optional<MonoTime> find(const InstanceName& instance) const;

 private:
  mutable std::mutex mutex_;
  std::map<InstanceName, MonoTime> times_;
};

/// All that steps need besides themselves. Lives as long as one execution of a plan.
struct Context {
  const domain::Declaration& declaration;
  ports::World& world;
  RunId run;
  std::string api_key;  ///< for /v1; empty when none is needed. Never printed, never recorded
  int stage = 0;        ///< the one under way, 1-based
  int stages = 0;
  LaunchTimes launches = {};
};

}  // namespace ff::engine
