#include <fmt/format.h>

#include <algorithm>

#include "domain/step.h"

namespace ff::domain {
namespace {

using Doom = std::optional<Error>;

Error failed_at(const MachineName& box, const UnitName& unit, std::string what, Advice advice = {}) {
  return {ErrorCode::failed, std::move(what), {box, unit}, {}, std::move(advice)};
}

Advice lift_mask(const UnitName& unit) {
  return {Advice::Kind::shell,
          fmt::format("rm /etc/systemd/system.control/{} && systemctl daemon-reload", unit.text())};
}

/// "exit 1, result exit-code", or as much of it as is known.
std::string ending_of(const UnitState& state) {
  if (state.last_exit.empty())
    return fmt::format("result {}", state.result.empty() ? "unknown" : state.result);
  return state.result.empty() ? state.last_exit : fmt::format("{}, result {}", state.last_exit, state.result);
}

/// What keeps a unit from being started at all.
Doom unstartable(const Snapshot& snapshot, const MachineName& box, const UnitName& unit) {
  const UnitState state = snapshot.machine(box).unit(unit);
  if (state.load == LoadState::not_found) {
    return failed_at(box, unit, fmt::format("{} has no unit file", unit.text()));
  }
  if (state.load == LoadState::masked) {
    return failed_at(box, unit, fmt::format("{} is masked, so nothing can start it", unit.text()),
                     lift_mask(unit));
  }
  if (state.load == LoadState::error) {
    return failed_at(box, unit, fmt::format("systemd cannot read the unit file of {}", unit.text()));
  }
  return std::nullopt;
}

/// What a unit that was started shows when it is not coming up.
Doom dead(const Snapshot& snapshot, const MachineName& box, const UnitName& unit) {
  const UnitState state = snapshot.machine(box).unit(unit);
  const Advice again = {Advice::Kind::run_again, {}};
  if (state.active == ActiveState::failed && !state.job_queued) {
    return failed_at(box, unit, fmt::format("{} failed: {}", unit.text(), ending_of(state)), again);
  }
  if (state.active == ActiveState::inactive && !state.job_queued) {
    return failed_at(box, unit, fmt::format("{} ended: {}", unit.text(), ending_of(state)), again);
  }
  if (state.restarts > 0 || state.sub == "auto-restart") {
    const std::string what =
        fmt::format("{} died and was started again by systemd ({} times) before it was healthy", unit.text(),
                    std::max(state.restarts, 1));
    return failed_at(box, unit, what, again);
  }
  return std::nullopt;
}

bool known(const Snapshot& snapshot, const MachineName& box) {
  return snapshot.machine(box).known();
}

template <class T>
Doom doom_of(const T&, const Snapshot&) {
  return std::nullopt;
}

/// What ff put to rest, and something else brought back: waiting would not end it.
Doom meddled(const Snapshot& snapshot, const MachineName& machine, const std::vector<UnitName>& units) {
  const MachineView& view = snapshot.machine(machine);
  const Advice again = {Advice::Kind::run_again, {}};
  for (const UnitName& unit : units) {
    const ActiveState active = view.unit(unit).active;
    const bool started = active == ActiveState::active || active == ActiveState::activating;
    if (!started && !view.enabled(unit)) continue;
    return failed_at(machine, unit,
                     fmt::format("{} was {} by something while it was retired", unit.text(),
                                 started ? "started" : "enabled"),
                     again);
  }
  return std::nullopt;
}

Doom doom_of(const Silence& silence, const Snapshot& snapshot) {
  return meddled(snapshot, silence.machine, silence.units);
}
Doom doom_of(const Retire& retire, const Snapshot& snapshot) {
  return meddled(snapshot, retire.machine, retire.units);
}
Doom doom_of(const Mask& mask, const Snapshot& snapshot) {
  return meddled(snapshot, mask.machine, mask.units);
}

/// Requests of an engine with a dead rank hang: to wait for their end would only lengthen the outage.
Doom doom_of(const Drain& drain, const Snapshot& snapshot) {
  for (const Member& member : drain.instance.members) {
    if (member.rank == 0 || !known(snapshot, member.box)) continue;
    const UnitState state = snapshot.machine(member.box).unit(member.unit);
    if (state.active == ActiveState::active || state.active == ActiveState::reloading) continue;
    return failed_at(member.box, member.unit,
                     fmt::format("{} is {}, so that requests hang", member.unit.text(), word(state.active)));
  }
  return std::nullopt;
}

Doom doom_of(const Launch& launch, const Snapshot& snapshot) {
  if (Doom doom = unstartable(snapshot, launch.machine, launch.unit)) return doom;
  const UnitState state = snapshot.machine(launch.machine).unit(launch.unit);
  if (state.active != ActiveState::failed) return std::nullopt;
  return dead(snapshot, launch.machine, launch.unit);
}

Doom doom_of(const AwaitHealthy& wait, const Snapshot& snapshot) {
  for (const Member& member : wait.instance.members) {
    if (!known(snapshot, member.box)) continue;
    Doom doom = unstartable(snapshot, member.box, member.unit);
    if (!doom) doom = dead(snapshot, member.box, member.unit);
    if (!doom) continue;
    if (member.rank > 0) {
      doom->what += fmt::format("; {} cannot answer without it", wait.instance.leader().unit.text());
    }
    return doom;
  }
  return std::nullopt;
}

template <class Units>
Doom first_unstartable(const Snapshot& snapshot, const MachineName& machine, const Units& units) {
  for (const UnitName& unit : units) {
    if (Doom doom = unstartable(snapshot, machine, unit)) return doom;
  }
  return std::nullopt;
}
Doom doom_of(const Enable& enable, const Snapshot& snapshot) {
  return first_unstartable(snapshot, enable.machine, enable.units);
}
Doom doom_of(const Arm& arm, const Snapshot& snapshot) {
  return first_unstartable(snapshot, arm.machine, arm.units);
}

/// An engine may hang as soon as it was healthy, and /health is 200 all the same.
Doom silent(const Snapshot& snapshot, const Instance& instance) {
  const Health* health = snapshot.health_of(instance);
  if (health == nullptr || health->rung == Rung::token) return std::nullopt;
  const Member& leader = instance.leader();
  return failed_at(leader.box, leader.unit,
                   fmt::format("{} gives no token any more: {}", leader.unit.text(), health->evidence),
                   {Advice::Kind::run_again, {}});
}

Doom doom_of(const Settle& settle, const Snapshot& snapshot) {
  for (const Instance& instance : settle.serving) {
    for (const Member& member : instance.members) {
      if (!known(snapshot, member.box)) continue;
      const UnitState state = snapshot.machine(member.box).unit(member.unit);
      if (state.active == ActiveState::active || state.active == ActiveState::reloading) continue;
      const std::string what =
          fmt::format("{} did not stay up: {}, {}", member.unit.text(), word(state.active), ending_of(state));
      return failed_at(member.box, member.unit, what, {Advice::Kind::run_again, {}});
    }
    if (Doom doom = silent(snapshot, instance)) return doom;
  }
  for (const auto& [box, unit] : settle.retired) {
    if (!known(snapshot, box) || snapshot.machine(box).unit(unit).at_rest()) continue;
    return failed_at(box, unit,
                     fmt::format("{} was started again by something that ff cannot see", unit.text()),
                     {Advice::Kind::run_again, {}});
  }
  return std::nullopt;
}

}  // namespace

std::optional<Error> doomed(const Step& step, const Snapshot& snapshot) {
  if (!known(snapshot, machine_of(step)) || holds(step, snapshot)) return std::nullopt;
  return std::visit([&](const auto& action) { return doom_of(action, snapshot); }, step.action);
}

}  // namespace ff::domain
