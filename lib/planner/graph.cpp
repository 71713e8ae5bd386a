#include "planner/graph.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "planner/inventory.h"

namespace ff::planner {
namespace {

constexpr std::array starting_relations = {"Triggers", "Wants",     "Requires", "BindsTo",
                                           "Upholds",  "OnFailure", "OnSuccess"};

bool in_unit_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
         std::string_view(":-_.\\@").find(c) != std::string_view::npos;
}

/// Whether `name` stands in `text` and is not a part of a longer unit name.
bool has_word(const std::string& text, const std::string& name) {
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool begins = at == 0 || !in_unit_name(text[at - 1]);
    const bool ends = end == text.size() || !in_unit_name(text[end]);
    if (begins && ends) return true;
  }
  return false;
}

std::string stem(const UnitName& unit) {
  return unit.text().substr(0, unit.text().rfind('.'));
}

/// systemctl beside a verb that starts and the unit's name, with or without its suffix.
bool commands_start(const domain::UnitDefinition& definition, const UnitName& unit) {
  constexpr std::array verbs = {"start", "restart", "try-restart", "reload-or-restart", "isolate", "--now"};
  return std::ranges::any_of(definition.commands, [&](const std::string& command) {
    const bool named = has_word(command, unit.text()) || has_word(command, stem(unit));
    const bool verb = std::ranges::any_of(verbs, [&](const char* word) { return has_word(command, word); });
    return named && verb && command.find("systemctl") != std::string::npos;
  });
}

/// How the definition starts the unit; empty when it does not.
std::string way_of_starting(const domain::UnitDefinition& definition, const UnitName& unit) {
  for (const char* relation : starting_relations) {
    if (definition.relates(relation, unit)) return std::string(relation) + "=";
  }
  return commands_start(definition, unit) ? "its commands" : "";
}

bool is_target(const UnitName& unit) {
  return unit.text().ends_with(".target");
}

/// Those that start `direct` by a relation: timers, paths, sockets, and what pulls it in.
std::vector<const domain::UnitDefinition*> live_starters_of(const domain::MachineView& view,
                                                            const domain::UnitDefinition& direct,
                                                            const std::set<UnitName>& known) {
  std::vector<const domain::UnitDefinition*> found;
  for (const domain::UnitDefinition& other : view.definitions) {
    if (&other == &direct || known.contains(other.unit) || is_target(other.unit)) continue;
    if (!is_live(view, other)) continue;
    if (!way_of_starting(other, direct.unit).empty()) found.push_back(&other);
  }
  return found;
}

void add_starters(const domain::MachineView& view, const domain::UnitDefinition& direct,
                  const UnitName& started, const std::set<UnitName>& known, std::vector<Starter>& all) {
  const std::string how = way_of_starting(direct, started);
  if (how.empty() || (is_target(direct.unit) && view.enabled(started))) return;
  const auto roots = live_starters_of(view, direct, known);
  for (const domain::UnitDefinition* root : roots) all.push_back({root->unit, direct.unit, started, how});
  if (roots.empty() && is_live(view, direct)) all.push_back({direct.unit, {}, started, how});
}

}  // namespace

bool is_live(const domain::MachineView& view, const domain::UnitDefinition& definition) {
  const bool active = definition.active == domain::ActiveState::active ||
                      definition.active == domain::ActiveState::activating ||
                      definition.active == domain::ActiveState::reloading;
  return active || view.enabled(definition.unit) || definition.file_state.starts_with("enabled");
}

const domain::UnitDefinition* definition(const domain::MachineView& view, const UnitName& unit) {
  const auto found = std::ranges::find(view.definitions, unit, &domain::UnitDefinition::unit);
  return found == view.definitions.end() ? nullptr : &*found;
}

std::set<UnitName> starts(const domain::MachineView& view, const UnitName& unit,
                          const std::set<UnitName>& among) {
  std::set<UnitName> found;
  const domain::UnitDefinition* own = definition(view, unit);
  if (own == nullptr) return found;
  std::vector<const domain::UnitDefinition*> files = {own};
  const auto triggers = own->relations.find("Triggers");
  if (triggers != own->relations.end()) {
    for (const UnitName& triggered : triggers->second) {
      if (const auto* next = definition(view, triggered)) files.push_back(next);
    }
  }
  for (const domain::UnitDefinition* file : files) {
    for (const UnitName& one : among) {
      if (!way_of_starting(*file, one).empty()) found.insert(one);
    }
  }
  return found;
}

std::vector<Starter> starters(const domain::MachineView& view, const std::set<UnitName>& of,
                              const std::set<UnitName>& known) {
  std::vector<Starter> all;
  for (const domain::UnitDefinition& direct : view.definitions) {
    if (known.contains(direct.unit)) continue;
    for (const UnitName& started : of) add_starters(view, direct, started, known, all);
  }
  return all;
}

bool conflict(const domain::MachineView& view, const UnitName& one, const UnitName& other) {
  const domain::UnitDefinition* first = definition(view, one);
  const domain::UnitDefinition* second = definition(view, other);
  return (first != nullptr && first->relates("Conflicts", other)) ||
         (second != nullptr && second->relates("Conflicts", one));
}

bool ordered(const domain::MachineView& view, const UnitName& one, const UnitName& other) {
  const auto orders = [&](const UnitName& left, const UnitName& right) {
    const domain::UnitDefinition* file = definition(view, left);
    return file != nullptr && (file->relates("After", right) || file->relates("Before", right));
  };
  return orders(one, other) || orders(other, one);
}

}  // namespace ff::planner
