#include <algorithm>
#include <set>

#include "domain/step.h"

namespace ff::domain {
namespace {

bool running(const UnitState& state) {
  return state.active == ActiveState::active || state.active == ActiveState::activating ||
         state.active == ActiveState::reloading;
}

/// At rest now and after a reboot. A unit that does not exist rests. A mask alone is not enough: the
/// wants link under it enables the unit again on the day the mask goes.
bool quiet(const MachineView& view, const UnitName& unit) {
  return view.unit(unit).at_rest() && !view.enabled(unit);
}

bool all_quiet(const MachineView& view, const std::vector<UnitName>& units) {
  return std::ranges::all_of(units, [&](const UnitName& unit) { return quiet(view, unit); });
}

bool holds_for(const Silence& silence, const MachineView& view, const Snapshot&) {
  return all_quiet(view, silence.units);
}

bool holds_for(const SetRoute& set, const MachineView&, const Snapshot& snapshot) {
  const Route& now = snapshot.route.route;
  const std::set<Upstream> wanted(set.route.upstreams.begin(), set.route.upstreams.end());
  const std::set<Upstream> found(now.upstreams.begin(), now.upstreams.end());
  const bool noticed = now.notice == set.route.notice && (!now.notice || now.message == set.route.message);
  return snapshot.route.in_step() && now.kind == set.route.kind && now.state == set.route.state &&
         wanted == found && noticed;
}

bool holds_for(const Drain& drain, const MachineView& view, const Snapshot& snapshot) {
  if (view.unit(drain.instance.leader().unit).at_rest()) return true;
  const Health* health = snapshot.health_of(drain.instance);
  return health != nullptr && health->running == 0 && health->waiting == 0;
}

bool holds_for(const Retire& retire, const MachineView& view, const Snapshot&) {
  const auto silent = [&](std::uint16_t port) { return !view.listening.contains(port); };
  return all_quiet(view, retire.units) && std::ranges::all_of(retire.ports, silent) &&
         (retire.memory_available_min.count == 0 || view.memory.available >= retire.memory_available_min);
}

/// Quiet as well: what somebody enabled since it was retired would start on the day the mask goes.
bool holds_for(const Mask& mask, const MachineView& view, const Snapshot&) {
  return std::ranges::all_of(mask.units, [&](const UnitName& unit) {
    return view.unit(unit).load == LoadState::masked && view.masked(unit) && quiet(view, unit);
  });
}

bool holds_for(const Unmask& unmask, const MachineView& view, const Snapshot&) {
  return std::ranges::none_of(unmask.units, [&](const UnitName& unit) {
    const UnitState state = view.unit(unit);
    // A start would take the definition that was read last, not the one that is there.
    const bool stale = state.needs_reload && state.at_rest();
    return view.masked(unit) || state.load == LoadState::masked || stale;
  });
}

bool holds_for(const Configure& configure, const MachineView& view, const Snapshot&) {
  const auto found = view.files.find(configure.path);
  return found != view.files.end() && found->second == configure.content;
}

bool holds_for(const Launch& launch, const MachineView& view, const Snapshot&) {
  return running(view.unit(launch.unit));
}

/// A token counts only while every rank runs: a dead worker leaves the leader answering for a moment.
bool holds_for(const AwaitHealthy& wait, const MachineView&, const Snapshot& snapshot) {
  const Health* health = snapshot.health_of(wait.instance);
  return health != nullptr && health->rung == Rung::token &&
         std::ranges::all_of(wait.instance.members, [&](const Member& member) {
           const MachineView& box = snapshot.machine(member.box);
           return box.known() && running(box.unit(member.unit));
         });
}

bool holds_for(const Enable& enable, const MachineView& view, const Snapshot&) {
  return std::ranges::all_of(enable.units,
                             [&](const UnitName& unit) { return view.enabled(unit) && !view.masked(unit); });
}

bool holds_for(const Arm& arm, const MachineView& view, const Snapshot&) {
  return std::ranges::all_of(arm.units, [&](const UnitName& unit) {
    return view.enabled(unit) && !view.masked(unit) && view.unit(unit).active == ActiveState::active;
  });
}

bool holds_for(const Settle&, const MachineView&, const Snapshot&) {
  return false;
}

}  // namespace

bool holds(const Step& step, const Snapshot& snapshot) {
  const MachineView& view = snapshot.machine(machine_of(step));
  if (!view.known()) return false;
  return std::visit([&](const auto& action) { return holds_for(action, view, snapshot); }, step.action);
}

}  // namespace ff::domain
