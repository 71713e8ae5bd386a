#include "domain/snapshot.h"

#include <array>

namespace ff::domain {

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

const char* word(Rung rung) {
  constexpr std::array words = {"down", "unit active", "accepting", "health 200", "model named", "token"};
  return words[static_cast<std::size_t>(rung)];
}

}  // namespace ff::domain
