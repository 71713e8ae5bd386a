#include "adapters/sim/unit_text.h"

#include <algorithm>
#include <array>

namespace ff::adapters::sim {
namespace {

using domain::UnitDefinition;

/// No snapshot tells how often a timer elapses.
constexpr const char* timer_part = "[Timer]\nOnActiveSec=30s\nOnUnitInactiveSec=30s\n";

/// What orders units only makes none of them matter.
constexpr std::array bearing = {"Conflicts", "Triggers", "Requires",  "Wants",     "BindsTo",
                                "PartOf",    "Upholds",  "Requisite", "OnFailure", "OnSuccess"};

bool is_target(const UnitName& unit) {
  return unit.text().ends_with(".target");
}

bool ends_in(const UnitName& unit, const char* suffix) {
  return unit.text().ends_with(suffix);
}

const UnitDefinition* definition_of(const domain::MachineView& view, const UnitName& unit) {
  const auto found = std::ranges::find(view.definitions, unit, &UnitDefinition::unit);
  return found == view.definitions.end() ? nullptr : &*found;
}

/// Whether a command names the unit: more are taken along than need be.
bool names(const UnitDefinition& definition, const UnitName& unit) {
  const std::string stem = unit.text().substr(0, unit.text().rfind('.'));
  return std::ranges::any_of(definition.commands, [&](const std::string& command) {
    return command.find(stem) != std::string::npos;
  });
}

bool bears_on(const UnitDefinition& definition, const std::set<UnitName>& units) {
  return std::ranges::any_of(units, [&](const UnitName& unit) {
    return names(definition, unit) || std::ranges::any_of(bearing, [&](const char* relation) {
             return definition.relates(relation, unit);
           });
  });
}

/// Not to be enabled, as far as it can be told: what a timer starts has its own file seldom enabled.
bool is_static(const domain::MachineView& view, const UnitName& unit, const std::set<UnitName>& among) {
  const domain::UnitState state = view.unit(unit);
  const UnitDefinition* definition = definition_of(view, unit);
  const std::string& told =
      state.file_state.empty() && definition ? definition->file_state : state.file_state;
  if (told != "masked") return told != "enabled" && told != "disabled";
  const UnitName timer(unit.text().substr(0, unit.text().rfind('.')) + ".timer");
  return ends_in(unit, ".service") && among.contains(timer);
}

bool triggered(const domain::MachineView& view, const UnitName& unit) {
  return std::ranges::any_of(view.definitions, [&](const UnitDefinition& other) {
    return ends_in(other.unit, ".timer") && other.relates("Triggers", unit);
  });
}

std::string relations_part(const UnitDefinition& definition, const std::set<UnitName>& among) {
  std::string text = "[Unit]\n";
  for (const auto& [relation, units] : definition.relations) {
    std::string members;
    for (const UnitName& unit : units) members += among.contains(unit) ? unit.text() + " " : "";
    if (!members.empty()) text += relation + "=" + members + "\n";
  }
  return text;
}

}  // namespace

std::set<UnitName> units_that_matter(const domain::MachineView& view) {
  std::set<UnitName> all;
  for (const auto& [unit, state] : view.units) {
    if (state.load != domain::LoadState::not_found) all.insert(unit);
  }
  for (bool more = true; more;) {
    more = false;
    for (const UnitDefinition& definition : view.definitions) {
      if (all.contains(definition.unit) || is_target(definition.unit) || !bears_on(definition, all)) continue;
      more = all.insert(definition.unit).second;
    }
  }
  return all;
}

std::string unit_text(const domain::MachineView& view, const UnitName& unit, const std::set<UnitName>& among,
                      bool serves) {
  const UnitDefinition* definition = definition_of(view, unit);
  std::string text = definition ? relations_part(*definition, among) : "";
  if (ends_in(unit, ".timer")) {
    text += timer_part;
  } else {
    text += "[Service]\n";
    if (!serves && triggered(view, unit)) text += "Type=oneshot\n";
    if (serves) text += "EnvironmentFile=/etc/ff/env/%N.env\nTimeoutStopSec=120\n";
    for (const std::string& command : definition ? definition->commands : std::vector<std::string>{})
      text += "ExecStart=" + command + "\n";
  }
  if (is_static(view, unit, among)) return text;
  return text + "[Install]\nWantedBy=" + (ends_in(unit, ".timer") ? "timers.target" : "multi-user.target") +
         "\n";
}

}  // namespace ff::adapters::sim
