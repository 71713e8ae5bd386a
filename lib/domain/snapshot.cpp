#include "domain/snapshot.h"

#include <algorithm>
#include <array>

#include "domain/profile.h"

namespace ff::domain {

std::optional<Milliseconds> MachineView::age(const UnitName& name) const {
  const auto since = std::chrono::microseconds(unit(name).active_since_us);
  if (uptime <= Milliseconds{0} || since.count() <= 0) return std::nullopt;
  return std::max(Milliseconds{0}, uptime - std::chrono::duration_cast<Milliseconds>(since));
}

UnitState MachineView::unit(const UnitName& name) const {
  const auto found = units.find(name);
  return found == units.end() ? UnitState{} : found->second;
}

const MachineView& Snapshot::machine(const MachineName& name) const {
  static const MachineView unasked = [] {
    MachineView view;
    view.fault = Error{ErrorCode::unreachable, "was not asked", {}, {}, {}};
    return view;
  }();
  const auto found = machines.find(name);
  return found == machines.end() ? unasked : found->second;
}

const Health* Snapshot::health_of(const Instance& instance) const {
  const auto profile = health.find(instance.profile);
  if (profile == health.end()) return nullptr;
  const auto found = profile->second.find(instance.name);
  return found == profile->second.end() ? nullptr : &found->second;
}

const char* word(Rung rung) {
  constexpr std::array words = {"down", "unit active", "accepting", "health 200", "model named", "token"};
  return words[static_cast<std::size_t>(rung)];
}

}  // namespace ff::domain
