#include "words/evidence.h"

#include <fmt/format.h>

#include "base/text.h"

namespace ff::words {
namespace {

std::string unit_words(const MachineName& machine, const UnitName& unit, const domain::Snapshot& view) {
  const domain::MachineView& seen = view.machine(machine);
  const domain::UnitState state = seen.unit(unit);
  const char* boot = seen.masked(unit) ? "masked" : seen.enabled(unit) ? "enabled" : "disabled";
  return fmt::format("{} {}, {}", unit.text(), domain::word(state.active), boot);
}

std::string units_words(const MachineName& machine, const std::vector<UnitName>& units,
                        const domain::Snapshot& view) {
  std::vector<std::string> parts;
  for (const UnitName& unit : units) parts.push_back(unit_words(machine, unit, view));
  return joined(parts, "; ");
}

std::string retire_words(const domain::Retire& step, const domain::Snapshot& view) {
  const domain::MachineView& seen = view.machine(step.machine);
  std::string text = units_words(step.machine, step.units, view);
  for (const std::uint16_t port : step.ports) {
    if (seen.listening.contains(port)) text += fmt::format("; port {} still open", port);
  }
  if (step.memory_available_min.count > 0) {
    text += fmt::format("; {} free, {} awaited", human(seen.memory.available), human(step.memory_available_min));
  }
  return text;
}

std::string health_words(const domain::Instance& instance, const domain::Snapshot& view) {
  const auto found = view.health.find(instance.name);
  if (found == view.health.end()) return {};
  const domain::Health& health = found->second;
  if (health.rung == domain::Rung::token && health.first_token) return "token after " + human(*health.first_token);
  std::string text = domain::word(health.rung);
  if (!health.evidence.empty()) text += ", " + health.evidence;
  return text;
}

std::string drain_words(const domain::Instance& instance, const domain::Snapshot& view) {
  const auto found = view.health.find(instance.name);
  if (found == view.health.end() || !found->second.running) return "requests unknown";
  return fmt::format("{} running, {} waiting", *found->second.running, found->second.waiting.value_or(0));
}

std::string route_words(const domain::Snapshot& view) {
  const domain::RouteView& route = view.route;
  if (!route.fault.empty()) return route.fault;
  std::string text = domain::word(route.route.kind);
  for (const domain::Upstream& upstream : route.route.upstreams) text += " " + domain::text(upstream.endpoint);
  return text;
}

}  // namespace

std::string evidence(const domain::Step& step, const domain::Snapshot& view) {
  if (const auto* retire = std::get_if<domain::Retire>(&step.action)) return retire_words(*retire, view);
  if (const auto* await = std::get_if<domain::AwaitHealthy>(&step.action)) {
    return health_words(await->instance, view);
  }
  if (const auto* drain = std::get_if<domain::Drain>(&step.action)) return drain_words(drain->instance, view);
  if (std::holds_alternative<domain::SetRoute>(step.action)) return route_words(view);
  if (const auto* configure = std::get_if<domain::Configure>(&step.action)) return configure->path;
  if (std::holds_alternative<domain::Settle>(step.action)) return "still as it should be";
  return units_words(domain::machine_of(step), domain::units_of(step), view);
}

}  // namespace ff::words
