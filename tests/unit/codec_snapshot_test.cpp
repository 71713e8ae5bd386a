#include "catch.hpp"
#include "codec/intent.h"
#include "codec/snapshot.h"

namespace ff {
namespace {

using namespace std::chrono_literals;

domain::Intent some_intent() {
  domain::Intent intent;
  intent.generation = {7, RunId("7f3a0001")};
  intent.from = ProfileName("split");
  intent.to = ProfileName("replica");
  intent.phase = domain::Intent::Phase::switching;
  intent.operator_name = "ops@runner";
  intent.since = WallTime(1761142922123ms);
  intent.absent = {MachineName("box2")};
  return intent;
}

domain::MachineView some_machine() {
  domain::MachineView view;
  view.machine_id = MachineId("aa");
  view.boot_id = BootId("bb");
  view.uid = 0;
  view.memory = {gibibytes(121.7), gibibytes(9.8)};
  view.clock = WallTime(1761142922124ms);
  domain::UnitState unit;
  unit.load = domain::LoadState::loaded;
  unit.active = domain::ActiveState::deactivating;
  unit.sub = "running";
  unit.restarts = 2;
  unit.invocation = InvocationId("cc");
  unit.active_since_us = 12;
  unit.needs_reload = true;
  view.units[UnitName("ff-replica.service")] = unit;
  view.enabled_links = {UnitName("ff-replica.service")};
  view.masked_links = {UnitName("ff-split-leader.service")};
  view.listening = {22, 8001};
  view.files["/etc/ff/env/ff-replica.env"] = "FF_PORT=8001\n\"quoted\"\t\x01";
  domain::UnitDefinition definition;
  definition.unit = UnitName("ff-replica.service");
  definition.relations["Conflicts"] = {UnitName("ff-split-leader.service")};
  definition.commands = {"/usr/bin/docker run"};
  view.definitions = {definition};
  view.intent = some_intent();
  view.starts = {{ProfileName("replica"), MachineName("box1"), 302s, WallTime(1761142922000ms)}};
  view.lock_holder = "{\"run\":\"1\"}";
  return view;
}

domain::Snapshot some_snapshot() {
  domain::Snapshot snapshot;
  snapshot.seen_at = WallTime(1761142931000ms);
  snapshot.took = 48ms;
  snapshot.machines[MachineName("box1")] = some_machine();
  domain::MachineView dead;
  dead.fault = Error{ErrorCode::unreachable, "no answer", {MachineName("box2"), {}}, {"timed out"}, {}};
  snapshot.machines[MachineName("box2")] = dead;
  snapshot.health[ProfileName("replica")][InstanceName("box1")] = {
      domain::Rung::token, "0.21 s", 210ms, 7, 0, 0.41, 12345.0};
  snapshot.route.owned = true;
  snapshot.route.epoch = "e1";
  snapshot.route.route.kind = domain::Route::Kind::serving;
  snapshot.route.route.upstreams = {{{"10.77.0.11", 8001}, 12}};
  return snapshot;
}

TEST_CASE("a snapshot survives the way through JSON, byte for byte", "[codec]") {
  const std::string text = codec::snapshot_json(some_snapshot());
  const auto back = codec::snapshot_from(text);
  REQUIRE(back);
  CHECK(codec::snapshot_json(*back) == text);
  const domain::MachineView& box = back->machine(MachineName("box1"));
  CHECK(box.memory.available == gibibytes(9.8));
  CHECK(box.unit(UnitName("ff-replica.service")).active == domain::ActiveState::deactivating);
  CHECK(box.files == some_machine().files);
  CHECK(box.intent == some_intent());
  CHECK(box.starts == some_machine().starts);
  CHECK(box.definitions[0].relates("Conflicts", UnitName("ff-split-leader.service")));
  CHECK(back->machine(MachineName("box2")).fault->code == ErrorCode::unreachable);
  CHECK(back->health.at(ProfileName("replica")).at(InstanceName("box1")).running == 7);
  CHECK(back->route.route == some_snapshot().route.route);
}

TEST_CASE("members that a snapshot's text leaves out have their defaults", "[codec]") {
  const auto back = codec::snapshot_from(R"({"machines": {"box1": {"uid": 0}}})");
  REQUIRE(back);
  CHECK(back->machine(MachineName("box1")).uid == 0);
  CHECK(back->machine(MachineName("box1")).known());
  CHECK(codec::snapshot_json(*back) == "{\n  \"machines\": {\n    \"box1\": {\"uid\": 0}\n  }\n}\n");
}

TEST_CASE("what is wrong in a snapshot's text is named by its place", "[codec]") {
  const auto why = [](const char* text) {
    const auto back = codec::snapshot_from(text);
    REQUIRE_FALSE(back);
    CHECK(back.error().code == ErrorCode::bad_input);
    return back.error().what;
  };
  CHECK(why(R"({"machines": {"box1": {"colour": 1}}})") == "/machines/box1/colour: is not known here");
  CHECK(why(R"({"machines": {"a/b": {"units": {"x.service": {"active": "asleep"}}}}})") ==
        "/machines/a~1b/units/x.service/active: 'asleep' is not one of the words known here");
  CHECK(why(R"({"machines": {"box1": {"listening": [22, 70000]}}})") ==
        "/machines/box1/listening/1: must be a whole number from 0 to 65535");
  CHECK(why(R"({"seen_at": "yesterday"})").starts_with("/seen_at: must be a time like"));
  CHECK(why(R"([])") == "/: must be an object");
  CHECK(why("{\n  \"took_ms\": 1,,\n}").starts_with("line 2, column 16: is not JSON"));
  CHECK(why(R"({"took_ms": 1, "took_ms": 2})") == "'took_ms' stands twice");
  CHECK(why("").find("is not JSON") != std::string::npos);
  CHECK(why(std::string(100, '[').c_str()) == "is nested too deep");
}

TEST_CASE("an intent survives the way through its file", "[codec]") {
  const std::string text = codec::intent_json(some_intent());
  const auto back = codec::intent_from(text);
  REQUIRE(back);
  CHECK(*back == some_intent());
  for (std::size_t length = 0; length + 2 < text.size(); ++length) {
    CHECK_FALSE(codec::intent_from(text.substr(0, length)));
  }
}

TEST_CASE("an intent of a later format or without a run is refused", "[codec]") {
  CHECK(codec::intent_from(R"({"format": 2, "intent": {}})").error().code == ErrorCode::bad_input);
  CHECK(codec::intent_from(R"({"format": 1, "intent": {}})").error().what ==
        "/intent/generation/run: is missing");
}

}  // namespace
}  // namespace ff
