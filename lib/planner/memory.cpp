#include "planner/memory.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <string>

#include "base/text.h"
#include "render/environment.h"

namespace ff::planner {
namespace {

using Fate = Coming::Fate;

/// The share that a running unit was started with: its environment file tells, whatever is declared today.
std::optional<double> share_in_file(const domain::MachineView& view, const UnitName& unit) {
  const auto found = view.files.find(render::environment_path(unit));
  if (found == view.files.end()) return std::nullopt;
  constexpr std::string_view name = "FF_GPU_MEMORY_UTILIZATION=";
  for (const std::string& line : lines(found->second)) {
    if (!line.starts_with(name)) continue;
    double share = 0.0;
    const char* end = line.data() + line.size();
    const auto [stop, fault] = std::from_chars(line.data() + name.size(), end, share);
    if (fault == std::errc() && stop == end && share > 0.0 && share <= 1.0) return share;
  }
  return std::nullopt;
}

Bytes claim(const domain::Declaration& declaration, const domain::MachineView& view,
            const domain::Instance& instance, const domain::Member& member) {
  const domain::Profile* profile = declaration.find(instance.profile);
  if (profile == nullptr) return {};
  const double declared =
      domain::settings_on(declaration.cluster, *profile, member.box).gpu_memory_utilization;
  return capacity::need(view.memory.total, share_in_file(view, member.unit).value_or(declared));
}

/// What the units of `retired` that run on the box will return.
Bytes given_back_on(const domain::Declaration& declaration, const domain::MachineView& view,
                    const MachineName& box, const std::vector<const domain::Instance*>& retired) {
  std::map<UnitName, Bytes> claims;
  for (const domain::Instance* instance : retired) {
    for (const domain::Member& member : instance->members) {
      if (member.box != box || view.unit(member.unit).at_rest()) continue;
      claims[member.unit] = claim(declaration, view, *instance, member);
    }
  }
  Bytes sum;
  for (const auto& [unit, bytes] : claims) sum = sum + bytes;
  return sum;
}

std::vector<const domain::Instance*> retired_by(const Buckets& buckets) {
  std::vector<const domain::Instance*> retired;
  for (const Leaving& one : buckets.leaving) {
    if (one.instance) retired.push_back(&*one.instance);
  }
  for (const Coming& one : buckets.coming) {
    if (one.fate == Fate::replace) retired.push_back(&one.instance);
  }
  return retired;
}

/// A run is under way, or a unit died: its memory comes back minutes after it.
bool memory_on_its_way(const domain::Declaration& declaration, const domain::Snapshot& snapshot,
                       const MachineName& box) {
  const domain::Intent* intent = latest_intent(snapshot);
  if (intent != nullptr && intent->phase == domain::Intent::Phase::switching) return true;
  return std::ranges::any_of(serving_units(declaration, box), [&](const UnitName& unit) {
    return snapshot.machine(box).unit(unit).active == domain::ActiveState::failed;
  });
}

}  // namespace

std::vector<Room> rooms(const domain::Declaration& declaration, const domain::Snapshot& snapshot,
                        const Buckets& buckets) {
  const std::vector<const domain::Instance*> retired = retired_by(buckets);
  std::vector<Room> all;
  for (const Coming& one : buckets.coming) {
    if (one.fate != Fate::launch && one.fate != Fate::replace) continue;
    const domain::Profile* profile = declaration.find(one.instance.profile);
    for (const domain::Member& member : one.instance.members) {
      const domain::MachineView& view = snapshot.machine(member.box);
      const domain::Machine* machine = declaration.cluster.find(member.box);
      if (profile == nullptr || machine == nullptr || !view.known()) continue;
      const double share =
          domain::settings_on(declaration.cluster, *profile, member.box).gpu_memory_utilization;
      Room room;
      room.box = member.box;
      room.unit = member.unit;
      room.total = view.memory.total;
      room.given_back = given_back_on(declaration, view, member.box, retired);
      room.fit = capacity::fit(view.memory, capacity::need(view.memory.total, share), machine->memory_reserve,
                               room.given_back);
      room.on_its_way = memory_on_its_way(declaration, snapshot, member.box);
      all.push_back(std::move(room));
    }
  }
  return all;
}

}  // namespace ff::planner
