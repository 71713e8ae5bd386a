// Profiles that make instances of the same units in other ways.
#include <algorithm>

#include "catch.hpp"
#include "planner/planner.h"
#include "world_builder.hpp"

using namespace ff;
using testing::World;

namespace {

domain::Plan plan_for(const World& world, const std::string& target) {
  return planner::make_plan(world.declaration, ProfileName(target), world.snapshot);
}

template <class Kind>
std::vector<Kind> steps_of(const domain::Plan& plan) {
  std::vector<Kind> found;
  for (const domain::Stage& stage : plan.stages) {
    for (const domain::Step& step : stage.steps) {
      if (const auto* one = std::get_if<Kind>(&step.action)) found.push_back(*one);
    }
  }
  return found;
}

/// A copy of a profile under another name, with another port.
void declare_twin(World& world, const std::string& of, const std::string& name, std::uint16_t port) {
  domain::Profile twin = world.profile(of);
  twin.name = ProfileName(name);
  twin.port = port;
  world.declaration.profiles.push_back(twin);
}

}  // namespace

TEST_CASE("half-way between two ports of one unit, what is left of the old drains before it stops",
          "[planner]") {
  World world = testing::replicas_serve(2);
  declare_twin(world, "replica", "other", 8005);
  // box1 was changed, box2 was not; somebody removed its settings.
  world.down("replica", "box1").up("other", "box1");
  world.snapshot.health[ProfileName("replica")][InstanceName("box1")] = {};
  world.on("box2").files.clear();
  world.routed("other", {world.instance("other", "box1"), world.instance("replica", "box2")});
  world.intended("replica", "other", domain::Intent::Phase::switching);
  const auto drains = steps_of<domain::Drain>(plan_for(world, "other"));
  REQUIRE(drains.size() == 1);
  CHECK(drains.front().instance.endpoint == domain::Endpoint{"10.77.0.12", 8001});
}

TEST_CASE("what the settings show to be the target's stays, whatever else could be made of its units",
          "[planner]") {
  // Split serves on two of three boxes; a run towards copies on box1 and box3, with split's own leader's unit
  // and port, was cut when the copy on box3 served.
  World world = testing::story(3);
  domain::Profile& split = world.profile("split");
  split.boxes = {MachineName("box1"), MachineName("box2")};
  split.boxes_per_instance = 2;
  domain::Profile copies = split;
  copies.name = ProfileName("copies");
  copies.boxes = {MachineName("box1"), MachineName("box3")};
  copies.boxes_per_instance = 1;
  copies.worker_unit = {};
  copies.watchdogs.clear();
  world.declaration.profiles.push_back(copies);
  world.unit("box3", "ff-split-leader.service").load = domain::LoadState::loaded;
  world.up("split", "box1+box2").up("copies", "box3");
  world.snapshot.health[copies.name][InstanceName("box1")] =
      world.snapshot.health[ProfileName("split")][InstanceName("box1+box2")];
  world.routed("copies", {world.instance("copies", "box1"), world.instance("copies", "box3")});
  world.intended("split", "copies", domain::Intent::Phase::switching);
  for (const domain::Retire& retire : steps_of<domain::Retire>(plan_for(world, "split"))) {
    CHECK(retire.machine == MachineName("box3"));
  }
  CHECK(steps_of<domain::Launch>(plan_for(world, "split")).empty());
}
