// Why a run failed, on the simulated world.
#include "app/why.h"

#include "catch.hpp"
#include "engine_story.hpp"

using namespace ff;
using namespace ff::testing;
using namespace std::chrono_literals;

namespace {

Result<app::Why> why(Story& story, const std::optional<RunId>& run = {}) {
  return story.with_ff([&](const app::Scene& scene, sim::Seat&) { return app::why(scene, run, {}); });
}

}  // namespace

TEST_CASE("no run, or none that failed", "[app][why]") {
  Story story;
  story.quick().split_serves();
  const auto none = why(story);
  REQUIRE_FALSE(none);
  CHECK(none.error().what == "no run has been made yet");
  REQUIRE(story.go("replica").kind == domain::Outcome::Kind::reached);
  CHECK(why(story).error().what == "every run so far has reached its target");
  CHECK(why(story, RunId("nonsense")).error().code == ErrorCode::not_found);
  const auto asked = why(story, RunId("00000001"));
  REQUIRE(asked);
  CHECK_FALSE(asked->failed);
  CHECK_FALSE(asked->first);
}

TEST_CASE("a copy that dies while it loads: its step, its start, its kernel's line", "[app][why]") {
  Story story;
  story.quick().split_serves();
  for (const char* box : {"box1", "box2"}) story.world.manner(box, replica_unit).dies_after = 100ms;
  story.on_act = [&](const sim::Act& act) {
    if (act.call != "start" || act.subject != replica_unit) return;
    story.world.machine(act.machine)
        .kernel_log.push_back(
            {story.world.time().wall(), "Out of memory: Killed process 812 (VLLM::EngineCor)"});
  };
  const domain::Outcome outcome = story.go("replica");
  REQUIRE(outcome.kind != domain::Outcome::Kind::reached);
  const auto told = why(story);
  REQUIRE(told);
  CHECK(told->run.header.run == outcome.run);
  REQUIRE(told->failed);
  REQUIRE(told->failed->starts.size() == 1);
  const domain::UnitStart& start = told->failed->starts.front();
  CHECK(start.unit == UnitName(replica_unit));
  CHECK_FALSE(start.invocation.empty());
  REQUIRE(told->first);
  CHECK(told->first->trouble == domain::Trouble::killed_for_memory);
  CHECK(told->first->line.machine == start.machine);
  CHECK(told->first->line.unit.empty());
  CHECK(told->unread.empty());

  SECTION("a box that does not answer is told as unread") {
    story.world.machine(start.machine).cut = true;
    const auto blind = why(story);
    REQUIRE(blind);
    CHECK_FALSE(blind->first);
    REQUIRE(blind->unread.size() == 1);
    CHECK(blind->unread[0].starts_with(start.machine.text() + " " + replica_unit + ": "));
  }
}

TEST_CASE("a split that fails is asked about on both its boxes", "[app][why]") {
  Story story;
  story.quick().split_serves();
  REQUIRE(story.go("replica").kind == domain::Outcome::Kind::reached);
  story.world.manner("box2", worker_unit).dies_after = 100ms;
  REQUIRE(story.go("split").kind != domain::Outcome::Kind::reached);
  const auto told = why(story);
  REQUIRE(told);
  REQUIRE(told->failed);
  REQUIRE(told->failed->starts.size() == 2);
  CHECK(told->failed->starts[0].machine == MachineName("box1"));
  CHECK(told->failed->starts[1].machine == MachineName("box2"));
}

TEST_CASE("a run that was killed tells what it was about to do", "[app][why]") {
  Story story;
  story.quick().split_serves();
  story.world.kill_after(12);
  CHECK_THROWS_AS(story.go("replica"), sim::Killed);
  story.world.kill_after(0);
  const auto told = why(story);
  REQUIRE(told);
  CHECK(told->run.outcome().empty());
  REQUIRE(told->last);
  CHECK_FALSE(told->last->step.empty());
  CHECK_FALSE(told->failed);
}
