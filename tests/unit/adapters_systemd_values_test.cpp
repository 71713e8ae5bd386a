#include "adapters/systemd/unit_values.h"
#include "catch.hpp"

using ff::UnitName;
using ff::adapters::systemd::definition_of;
using ff::adapters::systemd::definition_properties;
using ff::adapters::systemd::path_of_unit;
using ff::adapters::systemd::Properties;
using ff::adapters::systemd::state_of;
using ff::adapters::systemd::state_properties;
using ff::adapters::systemd::unit_of_path;
using ff::domain::ActiveState;
using ff::domain::LoadState;

namespace {

Properties running() {
  return {{"LoadState", {.text = "loaded"}},
          {"ActiveState", {.text = "active"}},
          {"SubState", {.text = "running"}},
          {"UnitFileState", {.text = "enabled"}},
          {"FragmentPath", {.text = "/etc/systemd/system/a.service"}},
          {"Result", {.text = "success"}},
          {"NRestarts", {.number = 2}},
          {"MainPID", {.number = 4711}},
          {"InvocationID", {.text = "23cc088a98ba41a8be6bd65a5af9ee0e"}},
          {"ActiveEnterTimestampMonotonic", {.number = 1711200878}}};
}

}  // namespace

TEST_CASE("systemd's properties become a unit's state", "[systemd]") {
  const auto state = state_of(running());
  CHECK(state.load == LoadState::loaded);
  CHECK(state.active == ActiveState::active);
  CHECK(state.sub == "running");
  CHECK(state.file_state == "enabled");
  CHECK(state.fragment == "/etc/systemd/system/a.service");
  CHECK(state.restarts == 2);
  CHECK(state.main_pid == 4711);
  CHECK(state.invocation.text() == "23cc088a98ba41a8be6bd65a5af9ee0e");
  CHECK(state.active_since_us == 1711200878);
  CHECK(state.last_exit.empty());
  CHECK_FALSE(state.needs_reload);
  CHECK_FALSE(state.job_queued);
}

TEST_CASE("how the main process ended is told by waitid's codes", "[systemd]") {
  Properties properties = running();
  properties["ExecMainStatus"] = {.number = 9};
  const auto told = [&](std::int64_t code) {
    properties["ExecMainCode"] = {.number = code};
    return state_of(properties).last_exit;
  };
  CHECK(told(0).empty());
  CHECK(told(1) == "exit 9");
  CHECK(told(2) == "signal 9");
  CHECK(told(3) == "signal 9");
  CHECK(told(77).empty());
}

TEST_CASE("the time of the last activation is no time of being active", "[systemd]") {
  Properties properties = running();
  for (const char* state : {"inactive", "failed", "activating", "deactivating"}) {
    properties["ActiveState"].text = state;
    CHECK(state_of(properties).active_since_us == 0);
  }
  properties["ActiveState"].text = "reloading";
  CHECK(state_of(properties).active_since_us != 0);
}

TEST_CASE("a masked unit has no file, a queued job keeps it from rest", "[systemd]") {
  Properties properties = running();
  properties["LoadState"].text = "masked";
  properties["ActiveState"].text = "inactive";
  CHECK(state_of(properties).fragment.empty());
  CHECK(state_of(properties).at_rest());
  properties["Job"] = {.number = 328};
  CHECK_FALSE(state_of(properties).at_rest());
}

TEST_CASE("words that ff does not know, and nothing at all, do no harm", "[systemd]") {
  Properties properties = running();
  properties["LoadState"].text = "bad-setting";
  properties["ActiveState"].text = "maintenance";
  CHECK(state_of(properties).load == LoadState::other);
  CHECK(state_of(properties).active == ActiveState::other);
  CHECK_FALSE(state_of(properties).at_rest());
  CHECK(state_of({}).load == LoadState::other);
  CHECK(definition_of({}).unit.empty());
}

TEST_CASE("a definition holds relations that have members, and Exec lines", "[systemd]") {
  const auto definition = definition_of({{"Id", {.text = "a.service"}},
                                         {"ActiveState", {.text = "failed"}},
                                         {"UnitFileState", {.text = "static"}},
                                         {"Conflicts", {.list = {"b.service", "shutdown.target"}}},
                                         {"Wants", {}},
                                         {"ExecStart", {.list = {"/bin/a", "/bin/b c"}}},
                                         {"ExecStop", {.list = {"/bin/d"}}}});
  CHECK(definition.unit == UnitName("a.service"));
  CHECK(definition.active == ActiveState::failed);
  CHECK(definition.file_state == "static");
  CHECK(definition.relates("Conflicts", UnitName("b.service")));
  CHECK_FALSE(definition.relations.contains("Wants"));
  CHECK(definition.commands == std::vector<std::string>{"/bin/a", "/bin/b c", "/bin/d"});
}

TEST_CASE("what is read is asked for", "[systemd]") {
  for (const auto& [name, value] : running()) CHECK(state_properties().contains(name));
  for (const char* name : {"Id", "Triggers", "OnSuccess", "Upholds", "ExecCondition", "ExecStopPost"})
    CHECK(definition_properties().contains(name));
}

TEST_CASE("a unit's path leads back to it", "[systemd]") {
  for (const char* name : {"a.service", "ff-split-leader.service", "x@y\\x2dz.timer", "1.mount"})
    CHECK(unit_of_path(path_of_unit(name)) == name);
  CHECK(path_of_unit("a-b.service") == "/org/freedesktop/systemd1/unit/a_2db_2eservice");
  CHECK(unit_of_path("/org/freedesktop/systemd1/job/7").empty());
  CHECK(unit_of_path("").empty());
}
