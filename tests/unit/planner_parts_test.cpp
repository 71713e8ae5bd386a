#include <algorithm>

#include "catch.hpp"
#include "planner/buckets.h"
#include "planner/components.h"
#include "planner/drift.h"
#include "planner/graph.h"
#include "planner/memory.h"
#include "planner/planner.h"
#include "planner/standing.h"
#include "planner/starts.h"
#include "world_builder.hpp"

using namespace ff;
using testing::World;

namespace {

const UnitName leader("ff-split-leader.service");
const UnitName replica("ff-replica.service");

planner::Buckets buckets_of(const World& world, const std::string& target) {
  return planner::sort_into_buckets(world.declaration, world.declaration.find(ProfileName(target)),
                                    world.snapshot);
}

planner::Coming::Fate fate_of(const World& world, const std::string& target, const std::string& name) {
  for (const planner::Coming& one : buckets_of(world, target).coming) {
    if (one.instance.name == InstanceName(name)) return one.fate;
  }
  FAIL("no instance " << name);
  return {};
}

std::vector<planner::Starter> starters(World& world) {
  return planner::starters(world.on("box1"), {leader}, {leader, replica});
}

bool has_hazard(const domain::Plan& plan, const std::string& id, domain::Hazard::Class weight) {
  return std::ranges::any_of(plan.hazards, [&](const domain::Hazard& hazard) {
    return hazard.id == HazardId(id) && hazard.weight == weight;
  });
}

}  // namespace

TEST_CASE("the fate of an instance", "[planner]") {
  using Fate = planner::Coming::Fate;
  World world = testing::replicas_serve();
  domain::Health& health = world.snapshot.health[ProfileName("replica")][InstanceName("box2")];
  CHECK(fate_of(world, "replica", "box2") == Fate::keep);
  SECTION("settings differ") {
    world.on("box2").files.clear();
    CHECK(fate_of(world, "replica", "box2") == Fate::replace);
    CHECK(fate_of(world, "replica", "box1") == Fate::keep);
  }
  SECTION("loading") {
    health.rung = domain::Rung::unit_active;
    CHECK(fate_of(world, "replica", "box2") == Fate::wait);
    world.on("box2").files.clear();
    CHECK(fate_of(world, "replica", "box2") == Fate::replace);
  }
  SECTION("hung") {
    health.rung = domain::Rung::health_ok;
    CHECK(fate_of(world, "replica", "box2") == Fate::replace);
  }
  SECTION("restarting") {
    health.rung = domain::Rung::none;
    world.unit("box2", replica.text()).restarts = 1;
    CHECK(fate_of(world, "replica", "box2") == Fate::replace);
  }
  SECTION("stopped or failed") {
    world.down("replica", "box2");
    CHECK(fate_of(world, "replica", "box2") == Fate::launch);
    world.unit("box2", replica.text()).active = domain::ActiveState::failed;
    CHECK(fate_of(world, "replica", "box2") == Fate::launch);
  }
  SECTION("a rank missing") {
    CHECK(fate_of(testing::split_serves().resting("box2", "ff-split-worker.service"), "split", "box1+box2") ==
          Fate::replace);
  }
}

TEST_CASE("instances that share a box are one component", "[planner]") {
  const planner::Buckets to_copies = buckets_of(testing::split_serves(3), "replica");
  CHECK(planner::components_of(to_copies, false).size() == 1);
  const planner::Buckets again = buckets_of(testing::replicas_serve(3), "replica");
  CHECK(planner::components_of(again, false).size() == 3);
}

TEST_CASE("a start is the median of what its own box recorded", "[planner]") {
  World world = testing::story();
  const domain::Instance copy = world.instance("replica", "box2");
  const auto expected = [&] { return planner::expected_start(world.declaration, world.snapshot, copy); };
  CHECK(expected().duration == std::chrono::minutes(13));
  CHECK(expected().recorded == 0);
  world.recorded("replica", "box2", Milliseconds{100}).recorded("split", "box2", Milliseconds{1});
  world.recorded("replica", "box2", Milliseconds{500});
  CHECK(expected().duration == Milliseconds{300});
  world.recorded("replica", "box2", Milliseconds{200});
  CHECK(expected().duration == Milliseconds{200});
  CHECK(expected().recorded == 3);
  world.profile("replica").expected_start.reset();
  world.on("box2").starts.clear();
  CHECK_FALSE(expected().duration);
  CHECK(planner::Expected{Milliseconds{5}, 1}.before({}));
  CHECK_FALSE(planner::Expected{}.before({Milliseconds{5}, 1}));
}

TEST_CASE("who would start a unit", "[planner][graph]") {
  World world = testing::story();
  domain::UnitDefinition& other = world.define("box1", "other.service");
  other.active = domain::ActiveState::active;
  SECTION("by any starting relation") {
    const std::string relation =
        GENERATE("Triggers", "Wants", "Requires", "BindsTo", "Upholds", "OnFailure", "OnSuccess");
    other.relations[relation] = {leader};
    REQUIRE(starters(world).size() == 1);
    CHECK(starters(world)[0].how == relation + "=");
    other.active = domain::ActiveState::inactive;
    CHECK(starters(world).empty());
    world.on("box1").enabled_links.insert(UnitName("other.service"));
    CHECK(starters(world).size() == 1);
  }
  SECTION("not by After= or PartOf=") {
    other.relations["After"] = {leader};
    other.relations["PartOf"] = {leader};
    CHECK(starters(world).empty());
  }
  SECTION("by commands that name it as a word beside systemctl and a verb") {
    other.commands = {"/bin/sh -c 'test -e /x||systemctl restart ff-split-leader;true'"};
    CHECK(starters(world).size() == 1);
    other.commands = {"systemctl restart ff-split-leader-exporter.service"};
    CHECK(starters(world).empty());
    other.commands = {"systemctl stop ff-split-leader.service"};
    CHECK(starters(world).empty());
    other.commands = {"echo start ff-split-leader.service"};
    CHECK(starters(world).empty());
  }
  SECTION("through what it triggers") {
    other.relations["Triggers"] = {UnitName("job.service")};
    world.define("box1", "job.service").commands = {"systemctl start ff-split-leader.service"};
    REQUIRE(starters(world).size() == 1);
    CHECK(starters(world)[0].unit == UnitName("other.service"));
    CHECK(starters(world)[0].through == UnitName("job.service"));
  }
}

TEST_CASE("memory that retiring gives back is the share of the running unit", "[planner]") {
  World world = testing::split_serves();
  world.on("box1").files["/etc/ff/env/ff-split-leader.env"] = "FF_GPU_MEMORY_UTILIZATION=0.5\n";
  const auto rooms = planner::rooms(world.declaration, world.snapshot, buckets_of(world, "replica"));
  REQUIRE(rooms.size() == 2);
  CHECK(rooms.at(MachineName("box1")).given_back == capacity::need(kibibytes(127601452), 0.5));
  CHECK(rooms.at(MachineName("box2")).given_back == capacity::need(kibibytes(127601452), 0.76));
  CHECK(rooms.at(MachineName("box2")).fit.fits());
}

TEST_CASE("a machine that did not answer leaves no steps, only the hazard", "[planner]") {
  World world = testing::split_serves();
  world.on("edge").fault = Error{ErrorCode::unreachable, "no route to host", {}, {}, {}};
  const domain::Plan plan = planner::make_plan(world.declaration, ProfileName("replica"), world.snapshot);
  CHECK(plan.empty());
  CHECK(has_hazard(plan, "unreachable:edge", domain::Hazard::Class::block));
}

TEST_CASE("disks count where something is to be written", "[planner]") {
  using Weight = domain::Hazard::Class;
  constexpr Bytes plenty = gibibytes(9);
  const auto plan = [](const World& world, const char* target) {
    return planner::make_plan(world.declaration, ProfileName(target), world.snapshot);
  };
  World world = testing::replicas_serve();
  world.on("box1").folders = {{"/", true, Bytes{0}}};
  world.on("edge").folders = {{"/etc", true, plenty}, {"/var/lib/ff", false, plenty}};
  // Nothing to do and nothing to note.
  CHECK(plan(world, "replica").hazards.empty());
  CHECK(planner::judge(world.declaration, world.snapshot).notes.size() == 2);
  CHECK(has_hazard(plan(world, "split"), "disk-full:box1", Weight::block));
  CHECK(has_hazard(plan(world, "split"), "read-only:edge", Weight::block));
  // A note of it is missing on one machine.
  world.on("box2").intent.reset();
  CHECK(has_hazard(plan(world, "replica"), "disk-full:box1", Weight::block));
  // Where only the proxy changes, a box's links need no room, and its notes do.
  world = testing::replicas_serve();
  world.snapshot.route.route.upstreams.pop_back();
  world.on("box1").folders = {{"/etc", false, plenty}, {"/var/lib", true, plenty}};
  CHECK(plan(world, "replica").hazards.empty());
  world.on("edge").folders = {{"/etc", true, plenty}, {"/etc/nginx", true, kibibytes(1023)}};
  CHECK(has_hazard(plan(world, "replica"), "disk-full:edge", Weight::block));
  world.on("edge").folders[1].free = kibibytes(1024);
  CHECK(has_hazard(plan(world, "replica"), "disk-full:edge", Weight::note));
  world.on("edge").folders[1].free = plenty;
  CHECK(plan(world, "replica").hazards.empty());
}

TEST_CASE("the same world gives the same plan", "[planner]") {
  const World world = testing::split_serves(4);
  const auto plan = [&] {
    return planner::make_plan(world.declaration, ProfileName("replica"), world.snapshot);
  };
  const domain::Plan one = plan();
  const domain::Plan two = plan();
  REQUIRE(one.stages.size() == two.stages.size());
  for (std::size_t i = 0; i < one.stages.size(); ++i) {
    CHECK(one.stages[i].steps.size() == two.stages[i].steps.size());
  }
}

TEST_CASE("two profiles that call their instances the same have a health each", "[planner]") {
  World world = testing::replicas_serve();
  domain::Profile next = world.profile("replica");
  next.name = ProfileName("next");
  next.leader_unit = UnitName("ff-next.service");
  world.declaration.profiles.push_back(next);
  world.running("box1", "ff-next.service");
  world.unit("box1", "ff-next.service").load = domain::LoadState::loaded;
  world.snapshot.health[next.name][InstanceName("box1")].rung = domain::Rung::unit_active;
  CHECK(planner::verdict_on(world.instance("next", "box1"), world.snapshot).standing ==
        planner::Standing::starting);
  CHECK(planner::verdict_on(world.instance("replica", "box1"), world.snapshot).standing ==
        planner::Standing::healthy);
}

TEST_CASE("a judgement of a whole world, and of one that drifted", "[planner]") {
  World world = testing::replicas_serve();
  const auto judge = [&](domain::Rung rung = domain::Rung::model_named) {
    return planner::judge(world.declaration, world.snapshot, rung);
  };
  CHECK(judge().as_declared());
  CHECK(judge().profile == ProfileName("replica"));
  CHECK(judge().advice.kind == Advice::Kind::none);
  SECTION("a hung copy shows once tokens are asked for") {
    world.snapshot.health[ProfileName("replica")][InstanceName("box2")].rung = domain::Rung::model_named;
    CHECK(judge().as_declared());
    CHECK(judge(domain::Rung::token).serving_count() == 1);
    CHECK(judge(domain::Rung::token).advice.kind == Advice::Kind::switch_to);
  }
  SECTION("a box that is silent is unknown, not down") {
    world.on("box2").fault = Error{ErrorCode::unreachable, "gone", {}, {}, {}};
    CHECK_FALSE(judge().known);
    CHECK(judge().advice.kind == Advice::Kind::switch_to);
    CHECK(judge().advice.without == std::vector{MachineName("box2")});
  }
  SECTION("nothing was ever intended and nothing runs") {
    world = testing::story();
    CHECK(judge().profile.empty());
    CHECK(judge().declared == 0);
  }
  SECTION("switched off") {
    world = testing::story().intended("replica", "off", domain::Intent::Phase::steady);
    CHECK(judge().profile == ProfileName("off"));
    CHECK(judge().drift.size() == 6);  // four units, the timer and what it starts lack their masks
  }
}

TEST_CASE("a worker that its leader outlived by a start of its own is stale, unless they serve",
          "[planner]") {
  World world = testing::split_serves(2);
  const domain::Instance split = world.instance("split", "box1+box2");
  domain::MachineView& leads = world.snapshot.machines[MachineName("box1")];
  domain::MachineView& works = world.snapshot.machines[MachineName("box2")];
  const auto set = [&](domain::MachineView& view, const char* unit, Milliseconds uptime, Milliseconds age) {
    view.uptime = uptime;
    view.units[UnitName(unit)].active_since_us = std::chrono::microseconds(uptime - age).count();
  };
  const auto standing = [&] { return planner::verdict_on(split, world.snapshot).standing; };
  set(leads, "ff-split-leader.service", std::chrono::seconds(95), std::chrono::seconds(64));
  set(works, "ff-split-worker.service", std::chrono::hours(2), std::chrono::hours(1));
  CHECK(standing() == planner::Standing::healthy);
  world.snapshot.health[ProfileName("split")][split.name].rung = domain::Rung::unit_active;
  CHECK(standing() == planner::Standing::broken);
  REQUIRE(planner::stale_rank(split, world.snapshot));
  CHECK(planner::stale_rank(split, world.snapshot)->member.box == MachineName("box2"));
  CHECK(planner::stale_rank(split, world.snapshot)->older_by ==
        std::chrono::minutes(60) - std::chrono::seconds(64));
  set(works, "ff-split-worker.service", std::chrono::hours(2), std::chrono::seconds(70));
  CHECK(standing() == planner::Standing::starting);
  set(works, "ff-split-worker.service", Milliseconds{0}, std::chrono::hours(1));
  CHECK(standing() == planner::Standing::starting);
}
