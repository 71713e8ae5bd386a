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

/// A member of an instance that is retired.
struct Retired {
  const domain::Instance* instance;
  const domain::Member* member;
};
using RetiredOn = std::map<MachineName, std::vector<Retired>>;

/// What those of a box that run will return.
Bytes given_back_by(const domain::Declaration& declaration, const domain::MachineView& view,
                    const std::vector<Retired>& retired) {
  std::map<UnitName, Bytes> claims;
  for (const auto& [instance, member] : retired) {
    if (!view.unit(member->unit).at_rest())
      claims[member->unit] = claim(declaration, view, *instance, *member);
  }
  Bytes sum;
  for (const auto& [unit, bytes] : claims) sum = sum + bytes;
  return sum;
}

RetiredOn retired_by(const Buckets& buckets) {
  RetiredOn retired;
  const auto add = [&](const domain::Instance& instance) {
    for (const domain::Member& member : instance.members) retired[member.box].push_back({&instance, &member});
  };
  for (const Leaving& one : buckets.leaving) {
    if (one.instance) add(*one.instance);
  }
  for (const Coming& one : buckets.coming) {
    if (one.fate == Fate::replace) add(one.instance);
  }
  return retired;
}

bool run_under_way(const domain::Snapshot& snapshot) {
  const domain::Intent* intent = latest_intent(snapshot);
  return intent != nullptr && intent->phase == domain::Intent::Phase::switching;
}

bool has_a_dead_unit(const domain::Declaration& declaration, const domain::Snapshot& snapshot,
                     const MachineName& box) {
  return std::ranges::any_of(serving_units(declaration, box), [&](const UnitName& unit) {
    return snapshot.machine(box).unit(unit).active == domain::ActiveState::failed;
  });
}

}  // namespace

std::map<MachineName, Room> rooms(const domain::Declaration& declaration, const domain::Snapshot& snapshot,
                                  const Buckets& buckets) {
  RetiredOn retired = retired_by(buckets);
  const bool under_way = run_under_way(snapshot);
  std::map<MachineName, Room> all;
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
      room.given_back = given_back_by(declaration, view, retired[member.box]);
      room.fit = capacity::fit(view.memory, capacity::need(view.memory.total, share), machine->memory_reserve,
                               room.given_back);
      // Memory comes back minutes after its process.
      room.on_its_way = under_way || has_a_dead_unit(declaration, snapshot, member.box);
      all.emplace(member.box, std::move(room));
    }
  }
  return all;
}

}  // namespace ff::planner
