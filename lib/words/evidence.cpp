#include "words/evidence.h"

#include <fmt/format.h>

#include <vector>

#include "base/text.h"
#include "words/join.h"

namespace ff::words {
namespace {

std::string state_words(const domain::UnitState& state) {
  std::string out = word(state.active);
  if (!state.sub.empty() && state.sub != out) out += fmt::format(" ({})", state.sub);
  if (state.load == domain::LoadState::masked || state.load == domain::LoadState::not_found) {
    out += fmt::format(", {}", word(state.load));
  }
  if (state.restarts > 0) out += fmt::format(", {} restarts", state.restarts);
  return out;
}

std::string unit_words(const domain::MachineView& view, const UnitName& unit, bool with_links) {
  std::string out = fmt::format("{} {}", unit.text(), state_words(view.unit(unit)));
  if (with_links) out += view.enabled(unit) ? ", enabled" : ", not enabled";
  return out;
}

std::string units_words(const domain::MachineView& view, const std::vector<UnitName>& units,
                        bool with_links) {
  std::vector<std::string> parts;
  for (const UnitName& unit : units) parts.push_back(unit_words(view, unit, with_links));
  return joined(parts, "; ");
}

std::string evidence_of(const domain::Silence& silence, const domain::Snapshot& view) {
  return units_words(view.machine(silence.machine), silence.units, true);
}

std::string evidence_of(const domain::SetRoute&, const domain::Snapshot& view) {
  const domain::RouteView& route = view.route;
  if (!route.fault.empty()) return route.fault;
  std::string now = word(route.route.kind);
  if (route.route.state != now) now += " " + route.route.state;
  if (route.in_step())
    return fmt::format("{}, epoch {}, public address answers {}", now, route.epoch, route.public_status);
  const auto shown = [](const std::string& epoch) { return epoch.empty() ? std::string("none") : epoch; };
  return fmt::format("epoch {} on disk, {} at the marker, {} at the public address", shown(route.epoch),
                     shown(route.marker_epoch), shown(route.public_epoch));
}

std::string evidence_of(const domain::Drain& drain, const domain::Snapshot& view) {
  const domain::Health* health = view.health_of(drain.instance);
  if (health == nullptr || !health->running || !health->waiting) {
    return "requests under way unknown";
  }
  return fmt::format("{} running, {} waiting", *health->running, *health->waiting);
}

std::string evidence_of(const domain::Retire& retire, const domain::Snapshot& view) {
  const domain::MachineView& machine = view.machine(retire.machine);
  std::string out = units_words(machine, retire.units, true);
  for (const std::uint16_t port : retire.ports) {
    out = also(out,
               fmt::format("port {} {}", port, machine.listening.contains(port) ? "still open" : "closed"));
  }
  if (retire.memory_available_min.count > 0) {
    out = also(out, fmt::format("{} free, {} needed", human(machine.memory.available),
                                human(retire.memory_available_min)));
  }
  return out;
}

std::string masks_words(const domain::MachineView& view, const std::vector<UnitName>& units) {
  std::vector<std::string> parts;
  for (const UnitName& unit : units) {
    parts.push_back(unit_words(view, unit, false) +
                    (view.masked(unit) ? ", linked to /dev/null" : ", not linked to /dev/null"));
  }
  return joined(parts, "; ");
}
std::string evidence_of(const domain::Mask& mask, const domain::Snapshot& view) {
  return masks_words(view.machine(mask.machine), mask.units);
}
std::string evidence_of(const domain::Unmask& unmask, const domain::Snapshot& view) {
  return masks_words(view.machine(unmask.machine), unmask.units);
}

std::string evidence_of(const domain::Configure& configure, const domain::Snapshot& view) {
  const auto& files = view.machine(configure.machine).files;
  const auto found = files.find(configure.path);
  if (found == files.end()) return configure.path + " is not there";
  return configure.path + (found->second == configure.content ? " as declared" : " differs");
}

std::string evidence_of(const domain::Launch& launch, const domain::Snapshot& view) {
  return unit_words(view.machine(launch.machine), launch.unit, false);
}

std::string evidence_of(const domain::AwaitHealthy& wait, const domain::Snapshot& view) {
  std::string out;
  if (const domain::Health* health = view.health_of(wait.instance)) {
    out = word(health->rung);
    if (health->first_token) out += " " + human(*health->first_token);
    if (!health->first_token && !health->evidence.empty()) out += ", " + health->evidence;
  }
  for (const domain::Member& member : wait.instance.members) {
    const domain::UnitState state = view.machine(member.box).unit(member.unit);
    if (state.active == domain::ActiveState::active) continue;
    out = also(out, fmt::format("{} on {} {}", member.unit.text(), member.box.text(), state_words(state)));
  }
  return out;
}

std::string evidence_of(const domain::Enable& enable, const domain::Snapshot& view) {
  return units_words(view.machine(enable.machine), enable.units, true);
}
std::string evidence_of(const domain::Arm& arm, const domain::Snapshot& view) {
  return units_words(view.machine(arm.machine), arm.units, true);
}

std::string evidence_of(const domain::Settle& settle, const domain::Snapshot&) {
  return fmt::format("{} instance{} up, {} unit{} at rest", settle.serving.size(),
                     settle.serving.size() == 1 ? "" : "s", settle.retired.size(),
                     settle.retired.size() == 1 ? "" : "s");
}

}  // namespace

std::string evidence(const domain::Step& step, const domain::Snapshot& view) {
  return std::visit([&](const auto& action) { return evidence_of(action, view); }, step.action);
}

}  // namespace ff::words
