// Where an unfinished run is ended: the nearest state that serves.
#include "planner/nearest.h"

#include "catch.hpp"
#include "world_builder.hpp"

using namespace ff;
using testing::World;

namespace {

domain::Intent intent(const std::string& from, const std::string& to, const std::string& gave_up = "") {
  domain::Intent intent;
  intent.from = ProfileName(from);
  intent.to = ProfileName(to);
  intent.gave_up = ProfileName(gave_up);
  return intent;
}

std::string nearest(const World& world, const domain::Intent& of) {
  return planner::nearest_end(world.declaration, of, world.snapshot, {}).text();
}

std::string ends(const World& world, const domain::Intent& of) {
  std::string text;
  for (const ProfileName& end : planner::ends_of(world.declaration, of)) text += end.text() + " ";
  return text;
}

/// The split was stopped on the way to the copies, and nothing serves.
World between() {
  World world = testing::split_serves();
  world.down("split", "box1+box2").routed("maintenance", {});
  return world;
}

}  // namespace

TEST_CASE("the ends that an unfinished run may have", "[planner][nearest]") {
  const World world = testing::story();
  CHECK(ends(world, intent("split", "replica")) == "split replica ");
  CHECK(ends(world, intent("", "replica")) == "replica ");
  CHECK(ends(world, intent("replica", "replica")) == "replica ");
  CHECK(ends(world, intent("split", "off")) == "split ");
  CHECK(ends(world, intent("", "off")) == "off ");
  CHECK(ends(world, intent("gone", "replica")) == "replica ");
  CHECK(ends(world, intent("gone", "missing")).empty());
  // It goes back from replica: that has failed once.
  CHECK(ends(world, intent("replica", "split", "replica")) == "split ");
}

TEST_CASE("while the old profile serves yet, back is nearest", "[planner][nearest]") {
  World world = testing::split_serves();
  CHECK(nearest(world, intent("split", "replica")) == "split");
  world.disabled("box1", "old-split-watchdog.timer").resting("box1", "old-split-watchdog.timer");
  CHECK(nearest(world, intent("split", "replica")) == "split");
}

TEST_CASE("with nothing serving, what starts soonest is nearest", "[planner][nearest]") {
  World world = between();
  world.recorded("replica", "box1", std::chrono::minutes(9))
      .recorded("replica", "box2", std::chrono::minutes(5));
  world.recorded("split", "box1", std::chrono::minutes(20));
  CHECK(nearest(world, intent("split", "replica")) == "replica");
  CHECK(nearest(world, intent("replica", "split")) == "replica");
}

TEST_CASE("once a copy serves, on is nearest: back would be an outage", "[planner][nearest]") {
  World world = between();
  world.up("replica", "box2").routed("replica", {world.instance("replica", "box2")});
  world.recorded("split", "box1", std::chrono::seconds(1));
  CHECK(nearest(world, intent("split", "replica")) == "replica");
}

TEST_CASE("an end that a hazard refuses is none while there is another", "[planner][nearest]") {
  World world = between();
  world.recorded("replica", "box2", std::chrono::minutes(5))
      .recorded("split", "box1", std::chrono::minutes(20));
  world.unit("box2", "ff-replica.service").load = domain::LoadState::not_found;
  CHECK(nearest(world, intent("split", "replica")) == "split");
  world.unit("box2", "ff-split-worker.service").load = domain::LoadState::not_found;
  CHECK(nearest(world, intent("split", "replica")) == "replica");
}
