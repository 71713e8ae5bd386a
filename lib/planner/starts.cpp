#include "planner/starts.h"

#include <algorithm>
#include <vector>

namespace ff::planner {
namespace {

Milliseconds median(std::vector<Milliseconds> durations) {
  std::ranges::sort(durations);
  const std::size_t middle = durations.size() / 2;
  if (durations.size() % 2 == 1) return durations[middle];
  return (durations[middle - 1] + durations[middle]) / 2;
}

}  // namespace

bool Expected::before(const Expected& other) const {
  if (!duration || !other.duration) return duration.has_value() && !other.duration.has_value();
  return *duration < *other.duration;
}

Expected expected_start(const domain::Declaration& declaration, const domain::Snapshot& snapshot,
                        const domain::Instance& instance) {
  const MachineName& box = instance.leader().box;
  std::vector<Milliseconds> durations;
  for (const domain::RecordedStart& start : snapshot.machine(box).starts) {
    if (start.profile == instance.profile && start.box == box) durations.push_back(start.duration);
  }
  if (!durations.empty()) return {median(durations), static_cast<int>(durations.size())};
  const domain::Profile* profile = declaration.find(instance.profile);
  return {profile == nullptr ? std::nullopt : profile->expected_start, 0};
}

}  // namespace ff::planner
