#include "engine/context.h"

namespace ff::engine {

void LaunchTimes::set(const InstanceName& instance, MonoTime at) {
  const std::lock_guard lock(mutex_);
  times_[instance] = at;
}

std::optional<MonoTime> LaunchTimes::find(const InstanceName& instance) const {
  const std::lock_guard lock(mutex_);
  const auto found = times_.find(instance);
  return found == times_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace ff::engine
