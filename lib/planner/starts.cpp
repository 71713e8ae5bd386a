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

ExpectedOutage expected_outage(const domain::Declaration& declaration, const domain::Snapshot& snapshot,
                               const ProfileName& from, const ProfileName& to) {
  std::vector<domain::OutageTimes> seen;
  for (const domain::RecordedOutage& outage : snapshot.machine(declaration.cluster.route_host).outages) {
    if (outage.from == from && outage.to == to) seen.push_back(outage.times);
  }
  if (seen.empty()) return {};
  const auto middle = [&seen](Milliseconds domain::OutageTimes::* part) {
    std::vector<Milliseconds> durations;
    for (const domain::OutageTimes& times : seen) durations.push_back(times.*part);
    return median(std::move(durations));
  };
  using Times = domain::OutageTimes;
  return {Times{middle(&Times::stop), middle(&Times::memory), middle(&Times::masks), middle(&Times::ladder),
                middle(&Times::flip)},
          static_cast<int>(seen.size())};
}

}  // namespace ff::planner
