#include "adapters/systemd/unit_values.h"

#include <sys/wait.h>

#include <array>
#include <string>

namespace ff::adapters::systemd {
namespace {

constexpr std::array relation_names = {"Conflicts", "After",     "Before",    "Triggers",
                                       "Requires",  "Requisite", "Wants",     "BindsTo",
                                       "PartOf",    "Upholds",   "OnFailure", "OnSuccess"};
constexpr std::array command_names = {"ExecCondition", "ExecStartPre", "ExecStart",   "ExecStartPost",
                                      "ExecReload",    "ExecStop",     "ExecStopPost"};

const Value& value(const Properties& properties, const char* name) {
  static const Value absent;
  const auto found = properties.find(name);
  return found == properties.end() ? absent : found->second;
}

/// How the main process ended, by waitid(2)'s codes.
std::string exit_of(std::int64_t code, std::int64_t status) {
  if (code == CLD_EXITED) return "exit " + std::to_string(status);
  if (code == CLD_KILLED || code == CLD_DUMPED) return "signal " + std::to_string(status);
  return {};
}

bool has_started(domain::ActiveState state) {
  return state == domain::ActiveState::active || state == domain::ActiveState::reloading;
}

}  // namespace

const std::set<std::string_view>& state_properties() {
  static const std::set<std::string_view> names = {
      "LoadState",        "ActiveState", "SubState",     "UnitFileState",
      "FragmentPath",     "Result",      "ExecMainCode", "ExecMainStatus",
      "NRestarts",        "MainPID",     "InvocationID", "ActiveEnterTimestampMonotonic",
      "NeedDaemonReload", "Job"};
  return names;
}

const std::set<std::string_view>& definition_properties() {
  static const std::set<std::string_view> names = [] {
    std::set<std::string_view> all = {"Id", "ActiveState", "UnitFileState"};
    all.insert(relation_names.begin(), relation_names.end());
    all.insert(command_names.begin(), command_names.end());
    return all;
  }();
  return names;
}

domain::UnitState state_of(const Properties& properties) {
  const auto text = [&](const char* name) { return value(properties, name).text; };
  const auto number = [&](const char* name) { return value(properties, name).number; };
  domain::UnitState state;
  state.load = domain::load_state_of(text("LoadState"));
  state.active = domain::active_state_of(text("ActiveState"));
  state.sub = text("SubState");
  state.file_state = text("UnitFileState");
  state.fragment = state.load == domain::LoadState::masked ? "" : text("FragmentPath");
  state.result = text("Result");
  state.last_exit = exit_of(number("ExecMainCode"), number("ExecMainStatus"));
  state.restarts = static_cast<int>(number("NRestarts"));
  state.main_pid = static_cast<int>(number("MainPID"));
  state.invocation = InvocationId(text("InvocationID"));
  if (has_started(state.active)) state.active_since_us = number("ActiveEnterTimestampMonotonic");
  state.needs_reload = number("NeedDaemonReload") != 0;
  state.job_queued = number("Job") != 0;
  return state;
}

domain::UnitDefinition definition_of(const Properties& properties) {
  domain::UnitDefinition definition;
  definition.unit = UnitName(value(properties, "Id").text);
  definition.active = domain::active_state_of(value(properties, "ActiveState").text);
  definition.file_state = value(properties, "UnitFileState").text;
  for (const char* name : relation_names) {
    for (const std::string& other : value(properties, name).list)
      definition.relations[name].emplace_back(other);
  }
  for (const char* name : command_names) {
    for (const std::string& line : value(properties, name).list) definition.commands.push_back(line);
  }
  return definition;
}

}  // namespace ff::adapters::systemd
