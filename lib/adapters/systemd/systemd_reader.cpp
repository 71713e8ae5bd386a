#include "adapters/systemd/systemd_reader.h"

#include <map>
#include <set>
#include <string>
#include <utility>

#include "adapters/systemd/bus.h"
#include "adapters/systemd/errors.h"
#include "adapters/systemd/message.h"
#include "adapters/systemd/unit_values.h"
#include "adapters/systemd/unit_watch.h"

namespace ff::adapters::systemd {
namespace {

/// All properties of all interfaces of a unit. Reading loads the unit for as long as it takes; a LoadUnit
/// before it would not keep it.
Call all_properties(const std::string& unit) {
  return {.member = "GetAll",
          .arguments = {std::string()},
          .path = path_of_unit(unit),
          .interface = properties_interface};
}

/// Loaded instances of templates have no unit file of their own to be listed by.
Call loaded_instances() {
  return {.member = "ListUnitsByPatterns",
          .arguments = {
              std::vector<std::string>{},
              std::vector<std::string>{"*@*.service", "*@*.timer", "*@*.path", "*@*.socket", "*@*.target"}}};
}

bool is_template(const std::string& name) {
  return name.find("@.") != std::string::npos;
}

/// Names of all unit files and loaded instances, with the state that the list gives.
std::map<std::string, std::string> names_of(const Reply& files, const Reply& instances) {
  std::map<std::string, std::string> names;
  for (const auto& [path, state] : unit_files_of(files)) {
    const std::string name = path.substr(path.rfind('/') + 1);
    if (!is_template(name)) names[name] = state;
  }
  for (const std::string& name : unit_names_of(instances)) names.try_emplace(name);
  return names;
}

}  // namespace

SystemdReader::SystemdReader(ports::Dialer& dialer, MachineName machine)
    : dialer_(dialer), machine_(std::move(machine)), bus_(std::make_unique<Bus>(dialer_, machine_)) {}
SystemdReader::~SystemdReader() = default;

Result<std::map<UnitName, domain::UnitState>> SystemdReader::states(const std::vector<UnitName>& units,
                                                                    Limit limit) {
  std::vector<Call> calls;
  calls.reserve(units.size());
  for (const UnitName& unit : units) calls.push_back(all_properties(unit.text()));
  FF_TRY(replies, bus_->call_all(calls, limit));
  std::map<UnitName, domain::UnitState> states;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const Reply& reply = replies[i];
    if (reply.failed())
      return fail(refusal(reply.error_name, reply.error_text, "read its state", {machine_, units[i]}));
    states[units[i]] = state_of(properties_of(reply, state_properties()));
  }
  return states;
}

Result<std::vector<domain::UnitDefinition>> SystemdReader::definitions(Limit limit) {
  FF_TRY(lists, bus_->call_all({{.member = "ListUnitFiles"}, loaded_instances()}, limit));
  for (const Reply& list : lists) {
    if (list.failed())
      return fail(refusal(list.error_name, list.error_text, "list the unit files", {machine_, {}}));
  }
  const auto names = names_of(lists[0], lists[1]);
  std::vector<Call> calls;
  calls.reserve(names.size());
  for (const auto& [name, state] : names) calls.push_back(all_properties(name));
  std::map<UnitName, domain::UnitDefinition> by_id;
  auto asked = names.begin();
  const auto take = [&](const Reply& reply) {
    const auto& [name, state] = *asked++;
    domain::UnitDefinition definition = definition_of(properties_of(reply, definition_properties()));
    // A file that systemd will not load is told by its name and state alone rather than left out.
    if (definition.unit.empty()) definition.unit = UnitName(name);
    if (definition.file_state.empty()) definition.file_state = state;
    by_id.try_emplace(definition.unit, std::move(definition));
  };
  FF_TRY(read, bus_->call_each(calls, take, limit));
  std::vector<domain::UnitDefinition> definitions;
  definitions.reserve(by_id.size());
  for (auto& [id, definition] : by_id) definitions.push_back(std::move(definition));
  return definitions;
}

Status SystemdReader::manager(Limit limit) {
  FF_TRY(reply, bus_->call({.member = "Get",
                            .arguments = {std::string(manager_interface), std::string("SystemState")},
                            .interface = properties_interface},
                           limit));
  if (reply.failed())
    return fail(refusal(reply.error_name, reply.error_text, "ask the service manager", {machine_, {}}));
  return Done{};
}

Result<std::unique_ptr<ports::UnitWatch>> SystemdReader::watch(const std::vector<UnitName>& units,
                                                               Limit limit) {
  auto watch = std::make_unique<SystemdWatch>(std::make_unique<Bus>(dialer_, machine_), units);
  FF_TRY(subscribed, watch->subscribe(limit));
  return watch;
}

}  // namespace ff::adapters::systemd
