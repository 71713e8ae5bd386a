// What an outage was spent on, on the simulated world.
#include <algorithm>
#include <cstdlib>

#include "app/outage_parts.h"
#include "base/text.h"
#include "catch.hpp"
#include "engine_story.hpp"
#include "planner/planner.h"
#include "words/outcome.h"
#include "world_builder.hpp"

using namespace ff;
using namespace ff::testing;
using domain::Outcome;

TEST_CASE("an outage's parts are told with what was predicted beside them", "[app]") {
  Story story;
  story.quick().split_serves();
  const Outcome outcome = story.go("replica");
  REQUIRE(outcome.kind == Outcome::Kind::reached);
  std::vector<std::string> names;
  Milliseconds sum{0};
  for (const domain::OutagePart& part : outcome.outage_parts) {
    names.push_back(part.name);
    sum += part.seen;
    CHECK(part.predicted.has_value() == (part.name == "drain" || part.name == "start"));
  }
  REQUIRE(names.size() >= 4);
  CHECK(names.front() == "drain");
  CHECK(names.back() == "flip");
  CHECK(std::ranges::count(names, "start") == 1);
  // The second copy and the settling are no part of it.
  CHECK(sum < outcome.took - Milliseconds(2000));
  CHECK(words::outage_parts(outcome).starts_with("drain "));
}

TEST_CASE("what an outage was spent on is predicted the next time on the same way", "[app]") {
  Story story;
  story.quick().split_serves();
  Outcome first = story.go("replica");
  first.outage_seen = Milliseconds(1000);  // its probe stands still in this world
  CHECK_THAT(words::headline(first), Catch::Contains(", without stop, memory, masks, flip)"));
  REQUIRE(story.go("split").kind == Outcome::Kind::reached);
  domain::Plan plan;
  const auto keep = [&](const domain::Plan& shown) {
    plan = shown;
    return true;
  };
  const Outcome second = story.go("replica", {}, keep);
  REQUIRE(second.kind == Outcome::Kind::reached);
  CHECK(plan.prediction.recorded_outages == 1);
  CHECK_THAT(words::prediction(plan), Catch::Contains("recorded start and 1 recorded outage"));
  for (const domain::OutagePart& part : second.outage_parts) {
    INFO(part.name);
    REQUIRE(part.predicted);
    if (part.name != "drain") CHECK(std::abs((part.seen - *part.predicted).count()) < 300);
  }
  // A way that was never gone has no records.
  REQUIRE(story.go("split", {}, keep).kind == Outcome::Kind::reached);
  CHECK(plan.prediction.recorded_outages == 1);
  REQUIRE(story.go("off", {}, keep).kind == Outcome::Kind::reached);
  CHECK_FALSE(plan.prediction.rest);
}

TEST_CASE("only an outage that came to its end is recorded", "[app]") {
  World world = testing::split_serves(2);
  const domain::Plan plan = planner::make_plan(world.declaration, ProfileName("replica"), world.snapshot);
  const engine::StageTime second{Milliseconds(1000), Milliseconds(400), Milliseconds(100)};
  std::vector<engine::StageTime> times(plan.stages.size(), second);
  const auto whole = app::outage_times(plan, times);
  REQUIRE(whole);
  CHECK(whole->stop == Milliseconds(400));
  CHECK(whole->memory == Milliseconds(600));
  CHECK(whole->flip == Milliseconds(1000));
  times.resize(4);
  CHECK_FALSE(app::outage_times(plan, times));
  CHECK_FALSE(
      app::outage_times(planner::make_plan(world.declaration, ProfileName("split"), world.snapshot), {}));
}

TEST_CASE("parts are those of the outage alone, and there are none without one", "[app]") {
  World world = testing::split_serves(2);
  domain::Plan plan = planner::make_plan(world.declaration, ProfileName("replica"), world.snapshot);
  const engine::StageTime second{Milliseconds(1000), Milliseconds(400), Milliseconds(0)};
  const std::vector<engine::StageTime> times(plan.stages.size(), second);
  std::vector<std::string> told;
  for (const domain::OutagePart& part : app::outage_parts(plan, times)) {
    told.push_back(part.name + " " + human(part.seen));
  }
  CHECK(told == std::vector<std::string>{"drain 2.0 s", "stop 400 ms", "memory 600 ms", "masks 1.0 s",
                                         "start 2.0 s", "flip 1.0 s"});
  plan.prediction.outage = false;
  CHECK(app::outage_parts(plan, times).empty());
}
