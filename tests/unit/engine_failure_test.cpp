// What is left of the world, and what is said, when a step fails.
#include "catch.hpp"
#include "engine_story.hpp"

using namespace ff;
using namespace ff::testing;
using namespace std::chrono_literals;
using domain::Outcome;

namespace {

using Lines = std::vector<std::string>;

const MachineName box1("box1");
const MachineName box2("box2");
const MachineName edge("edge");

sim::Fault fault(const std::string& call, const MachineName& machine, ErrorCode code = ErrorCode::failed) {
  return {call, machine, {code, "a planted fault", {}, {}, {}}};
}

domain::ActiveState active(Story& story, const MachineName& machine, const char* unit) {
  return story.world.machine(machine).manager.state(UnitName(unit)).active;
}

bool enabled(Story& story, const MachineName& machine, const char* unit) {
  return story.world.machine(machine).disk.wanted().contains(UnitName(unit));
}

std::string error_of(const Outcome& outcome) {
  return outcome.error ? outcome.error->what : "no error";
}

}  // namespace

TEST_CASE("the first copy dies while it loads: the second one is had, nothing of the first is enabled",
          "[engine]") {
  Story story;
  story.split_serves().recorded("replica", "box2", 5min);
  story.world.manner("box2", replica_unit).dies_after = 1s;
  const Outcome outcome = story.go("replica");
  CHECK(outcome.kind == Outcome::Kind::degraded);
  CHECK(outcome.serving == 1);
  REQUIRE(outcome.error);
  CHECK(outcome.error->where.machine == box2);
  CHECK(outcome.error->where.unit == UnitName(replica_unit));
  CHECK_THAT(outcome.error->evidence,
             Catch::VectorContains(std::string("ERROR Engine core initialization failed")));
  CHECK(story.world.clients().status() == 200);
  CHECK_FALSE(enabled(story, box2, replica_unit));
  CHECK(enabled(story, box1, replica_unit));
  CHECK(story.broken == Lines{});

  SECTION("mended, the same command again gets there") {
    story.world.manner("box2", replica_unit).dies_after.reset();
    story.serving_min = 1;
    CHECK(story.go("replica").kind == Outcome::Kind::reached);
  }
  SECTION("and the way back is open") {
    CHECK(story.go("split").kind == Outcome::Kind::reached);
    CHECK(story.world.clients().status() == 200);
  }
  CHECK(story.broken == Lines{});
}

TEST_CASE("the second copy dies while it loads: the first is kept", "[engine]") {
  Story story;
  story.split_serves().recorded("replica", "box2", 5min);
  story.world.manner("box1", replica_unit).dies_after = 1s;
  const Outcome outcome = story.go("replica");
  CHECK(outcome.kind == Outcome::Kind::degraded);
  CHECK(outcome.serving == 1);
  CHECK(outcome.declared == 2);
  CHECK(story.world.clients().status() == 200);
  CHECK(enabled(story, box2, replica_unit));
  CHECK_FALSE(enabled(story, box1, replica_unit));
  story.world.manner("box1", replica_unit).dies_after.reset();
  story.serving_min = 1;
  CHECK(story.go("replica").kind == Outcome::Kind::reached);
  CHECK(story.broken == Lines{});
}

TEST_CASE("a copy that never opens its port is waited for as long as declared, no longer", "[engine]") {
  Story story;
  for (domain::Profile& profile : story.declaration.profiles) profile.start_deadline = 2min;
  story.split_serves().recorded("replica", "box2", 5min);
  story.world.manner("box2", replica_unit).never_ready = true;
  const MonoTime began = story.world.time().now();
  const Outcome outcome = story.go("replica");
  CHECK(outcome.kind == Outcome::Kind::degraded);
  CHECK_THAT(error_of(outcome), Catch::Contains("within 2m00s"));
  CHECK(story.world.time().now() - began < 3min);
  CHECK(active(story, box2, replica_unit) == domain::ActiveState::inactive);
  CHECK(story.broken == Lines{});
}

TEST_CASE("a copy that answers /health and gives no token never gets a client", "[engine]") {
  Story story;
  for (domain::Profile& profile : story.declaration.profiles) profile.start_deadline = 2min;
  story.split_serves().recorded("replica", "box2", 5min);
  story.world.manner("box2", replica_unit).hangs_after = 0ms;
  const Outcome outcome = story.go("replica");
  CHECK(outcome.kind == Outcome::Kind::degraded);
  CHECK(outcome.serving == 1);
  CHECK(story.world.clients().status() == 200);
  CHECK(active(story, box2, replica_unit) == domain::ActiveState::inactive);
  CHECK(story.broken == Lines{});
}

TEST_CASE("a wrong model's name is a failed start", "[engine]") {
  Story story;
  for (domain::Profile& profile : story.declaration.profiles) profile.start_deadline = 2min;
  story.split_serves().recorded("replica", "box2", 5min);
  story.world.manner("box2", replica_unit).served_name = "another";
  const Outcome outcome = story.go("replica");
  CHECK(outcome.kind == Outcome::Kind::degraded);
  REQUIRE(outcome.error);
  CHECK_THAT(outcome.error->evidence.front(), Catch::Contains("another"));
}

TEST_CASE("the proxy refuses the first flip: nothing changed, all put back", "[engine]") {
  Story story;
  story.split_serves();
  const std::string before = story.standing(Story::Intents::left_out);
  story.world.fail_next(fault("set_route", edge));
  const Outcome outcome = story.go("replica");
  CHECK(outcome.kind == Outcome::Kind::nothing_changed);
  CHECK(outcome.serving == 1);
  CHECK_THAT(error_of(outcome), Catch::Contains("a planted fault"));
  CHECK(active(story, box1, watchdog_timer) == domain::ActiveState::active);
  CHECK(enabled(story, box1, watchdog_timer));
  CHECK(story.standing(Story::Intents::left_out) == before);
  CHECK(story.clients_saw(story.world.time().now()) == "200");
  CHECK(story.broken == Lines{});
}

TEST_CASE("the proxy's answer to a flip is lost: put back all the same", "[engine]") {
  Story story;
  story.split_serves();
  sim::Fault lost = fault("set_route", edge, ErrorCode::failed);
  lost.after_effect = true;
  story.world.fail_next(lost);
  CHECK(story.go("replica").kind == Outcome::Kind::nothing_changed);
  CHECK(story.world.clients().status() == 200);
  CHECK(active(story, box1, watchdog_timer) == domain::ActiveState::active);
  CHECK(story.broken == Lines{});
}

TEST_CASE("a start that cannot be recorded on its box fails no run", "[engine]") {
  Story story;
  story.split_serves();
  story.world.fail_next(fault("append_file", box1));
  CHECK(story.go("replica").kind == Outcome::Kind::reached);
  CHECK(story.world.fault_met_at().has_value());
  CHECK(story.broken == Lines{});
}

TEST_CASE("a record that cannot be written stops a run before it acts", "[engine]") {
  Story story;
  story.split_serves();
  SECTION("from the first line on") {
    story.on_act = [&](const sim::Act& act) {
      if (act.text() == "edge write_file /var/lib/ff/intent.json")
        story.world.machine("edge").disk.set_full(true);
    };
    const Outcome outcome = story.go("replica");
    CHECK(outcome.kind == Outcome::Kind::nothing_changed);
    CHECK_THAT(error_of(outcome), Catch::Contains("No space left"));
  }
  SECTION("once it is under way") {
    story.on_act = [&](const sim::Act& act) {
      if (act.text() == "box1 stop ff-split-leader.service") story.world.machine("edge").disk.set_full(true);
    };
    const Outcome outcome = story.go("replica");
    CHECK(outcome.kind == Outcome::Kind::down);
    CHECK_THAT(error_of(outcome), Catch::Contains("No space left"));
    // Nothing more is done to any unit; what it would go back to cannot be noted either.
    for (const std::string& act : story.acts_since("box2 stop ff-split-worker.service"))
      CHECK((act.ends_with("write_file /var/lib/ff/intent.json") || act.ends_with(" reload ")));
  }
  story.on_act = nullptr;
  story.world.machine("edge").disk.set_full(false);
  CHECK(story.go("replica").kind == Outcome::Kind::reached);
  CHECK(story.broken == Lines{});
}

TEST_CASE("a lease that is lost ends all acts at once", "[engine]") {
  Story story;
  story.split_serves();
  const std::string last =
      GENERATE("edge set_route maintenance", "box1 stop ff-split-leader.service", "box2 reload ",
               "box1 start ff-replica.service", "box1 enable ff-replica.service");
  INFO(last);
  story.on_act = [&](const sim::Act& act) {
    if (act.text() == last && story.ff != nullptr) story.ff->lose_lease();
  };
  const Outcome outcome = story.go("replica");
  CHECK((outcome.kind == Outcome::Kind::down || outcome.kind == Outcome::Kind::degraded));
  REQUIRE(outcome.error);
  CHECK(outcome.error->code == ErrorCode::lease_lost);
  CHECK(story.world.acts().back().text() == last);
  story.on_act = nullptr;
  CHECK(story.go("replica").kind == Outcome::Kind::reached);
  CHECK(story.broken == Lines{});
}

TEST_CASE("an engine that refuses to stop is killed by systemd, and the run goes on", "[engine]") {
  Story story;
  story.split_serves();
  story.world.manner("box1", leader_unit).stop = 1h;
  CHECK(story.go("replica").kind == Outcome::Kind::reached);
  CHECK(story.broken == Lines{});
}

TEST_CASE("memory that comes back late is waited for", "[engine]") {
  Story story;
  story.split_serves();
  story.world.manner("box1", leader_unit).memory_return = 4min;
  story.world.manner("box2", worker_unit).memory_return = 3min;
  CHECK(story.go("replica").kind == Outcome::Kind::reached);
  CHECK(story.broken == Lines{});
}
