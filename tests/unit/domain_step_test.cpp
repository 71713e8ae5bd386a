#include "catch.hpp"
#include "domain/step.h"
#include "world_builder.hpp"

using namespace ff;
using domain::ActiveState;
using domain::LoadState;
using domain::Step;
using testing::World;

namespace {

const MachineName box1("box1");
const UnitName leader("ff-split-leader.service");
const UnitName replica("ff-replica.service");
const UnitName timer("old-split-watchdog.timer");

bool holds(const domain::Action& action, const World& world) {
  return domain::holds({action, ""}, world.snapshot);
}
std::string doom(const domain::Action& action, const World& world) {
  const auto found = domain::doomed({action, ""}, world.snapshot);
  return found ? found->what : "";
}
domain::AwaitHealthy await(const World& world, const std::string& profile, const std::string& name) {
  const domain::Instance instance = world.instance(profile, name);
  return {instance.leader().box, instance, std::chrono::minutes(40), std::chrono::seconds(30)};
}

}  // namespace

TEST_CASE("every action has a machine, a kind and units", "[domain][step]") {
  const World world = testing::split_serves();
  const domain::Instance split = world.instance("split", "box1+box2");
  const Step retire = {domain::Retire{box1, {leader}, {8000}, {}, {}}, ""};
  CHECK(domain::machine_of(retire) == box1);
  CHECK(domain::kind_of(retire) == std::string("retire"));
  CHECK(domain::units_of(retire) == std::vector<UnitName>{leader});
  const Step wait = {await(world, "split", "box1+box2"), ""};
  CHECK(domain::kind_of(wait) == std::string("health"));
  CHECK(domain::units_of(wait) == std::vector<UnitName>{leader});
  CHECK(domain::watched_by(wait).size() == 2);
  const Step settle = {domain::Settle{MachineName("edge"), {}, {split}, {{box1, replica}}}, ""};
  CHECK(domain::kind_of(settle) == std::string("settle"));
  CHECK(domain::units_of(settle).empty());
  CHECK(domain::watched_by(settle).size() == 3);
}

TEST_CASE("silence and retire hold when nothing runs and nothing is enabled", "[domain][step]") {
  World world = testing::split_serves();
  const domain::Silence silence = {box1, {timer}};
  CHECK_FALSE(holds(silence, world));
  world.resting("box1", timer.text());
  CHECK_FALSE(holds(silence, world));
  world.disabled("box1", timer.text());
  CHECK(holds(silence, world));

  SECTION("a queued start is not rest") {
    world.unit("box1", timer.text()).job_queued = true;
    CHECK_FALSE(holds(silence, world));
  }
  SECTION("a failed unit rests, one that is stopping does not") {
    world.unit("box1", timer.text()).active = ActiveState::failed;
    CHECK(holds(silence, world));
    world.unit("box1", timer.text()).active = ActiveState::deactivating;
    CHECK_FALSE(holds(silence, world));
  }
  SECTION("a mask does not hide the link under it") {
    world.masked("box1", timer.text());
    CHECK(holds(silence, world));
    world.enabled("box1", timer.text());
    CHECK_FALSE(holds(silence, world));
  }
  SECTION("a unit without a file rests") {
    CHECK(holds(domain::Silence{box1, {UnitName("nobody.service")}}, world));
  }
  SECTION("an unknown machine says nothing") {
    world.on("box1").fault = Error{ErrorCode::unreachable, "gone", {}, {}, {}};
    CHECK_FALSE(holds(silence, world));
  }
}

TEST_CASE("retire also waits for port and memory", "[domain][step]") {
  World world = testing::split_serves().down("split", "box1+box2");
  world.disabled("box1", leader.text());
  domain::Retire retire = {box1, {leader}, {8000}, gibibytes(90), {}};
  CHECK(holds(retire, world));
  world.on("box1").listening.insert(8000);
  CHECK_FALSE(holds(retire, world));
  world.on("box1").listening.clear();
  world.on("box1").memory.available = gibibytes(89);
  CHECK_FALSE(holds(retire, world));
  retire.memory_available_min = {};
  CHECK(holds(retire, world));
}

TEST_CASE("mask and unmask read the link and the manager", "[domain][step]") {
  World world = testing::story();
  const domain::Mask mask = {box1, {leader}};
  const domain::Unmask unmask = {box1, {leader}};
  CHECK_FALSE(holds(mask, world));
  CHECK(holds(unmask, world));
  world.on("box1").masked_links.insert(leader);
  CHECK_FALSE(holds(mask, world));
  CHECK_FALSE(holds(unmask, world));
  world.masked("box1", leader.text());
  CHECK(holds(mask, world));
  CHECK_FALSE(holds(unmask, world));
  world.running("box1", leader.text());
  CHECK_FALSE(holds(mask, world));
  CHECK(doom(mask, world).find("was started by something") != std::string::npos);
  world.resting("box1", leader.text()).on("box1").masked_links.clear();
  CHECK_FALSE(holds(mask, world));
  CHECK_FALSE(holds(unmask, world));
}

TEST_CASE("a route holds when the proxy is seen doing it", "[domain][step]") {
  World world = testing::replicas_serve();
  const domain::Instance one = world.instance("replica", "box1");
  const domain::Instance two = world.instance("replica", "box2");
  domain::SetRoute set = {MachineName("edge"), world.snapshot.route.route, {}};
  CHECK(holds(set, world));
  std::swap(set.route.upstreams[0], set.route.upstreams[1]);
  CHECK(holds(set, world));
  SECTION("another epoch at the public address") {
    world.snapshot.route.public_epoch = "1";
  }
  SECTION("a file that is not ff's") {
    world.snapshot.route.owned = false;
  }
  SECTION("fewer upstreams") {
    set.route.upstreams.pop_back();
  }
  SECTION("another cap") {
    set.route.upstreams[0].cap = 1;
  }
  SECTION("another state") {
    set.route.state = "split";
  }
  SECTION("maintenance") {
    set.route.kind = domain::Route::Kind::maintenance;
  }
  CHECK_FALSE(holds(set, world));
}

TEST_CASE("a drain holds when nothing is under way, as far as is known", "[domain][step]") {
  World world = testing::split_serves();
  const domain::Drain drain = {box1, world.instance("split", "box1+box2"), {}};
  domain::Health& health = world.snapshot.health[ProfileName("split")][InstanceName("box1+box2")];
  CHECK_FALSE(holds(drain, world));
  health.running = 0;
  CHECK(holds(drain, world));
  health.waiting = 2;
  CHECK_FALSE(holds(drain, world));
  health.waiting.reset();
  CHECK_FALSE(holds(drain, world));
  world.down("split", "box1+box2");
  CHECK(holds(drain, world));
}

TEST_CASE("configure, launch, enable and arm", "[domain][step]") {
  World world = testing::story();
  const domain::Configure configure = {box1, replica, "/etc/ff/env/ff-replica.env", "A=1\n"};
  CHECK_FALSE(holds(configure, world));
  world.on("box1").files[configure.path] = "A=2\n";
  CHECK_FALSE(holds(configure, world));
  world.on("box1").files[configure.path] = "A=1\n";
  CHECK(holds(configure, world));

  const domain::Launch launch = {box1, replica, ProfileName("replica"), InstanceName("box1"), true};
  CHECK_FALSE(holds(launch, world));
  world.unit("box1", replica.text()).active = ActiveState::activating;
  CHECK(holds(launch, world));
  world.unit("box1", replica.text()).active = ActiveState::deactivating;
  CHECK_FALSE(holds(launch, world));

  const domain::Enable enable = {box1, {replica}};
  CHECK_FALSE(holds(enable, world));
  world.enabled("box1", replica.text());
  CHECK(holds(enable, world));
  world.masked("box1", replica.text());
  CHECK_FALSE(holds(enable, world));

  const domain::Arm arm = {box1, {timer}};
  world.enabled("box1", timer.text());
  CHECK_FALSE(holds(arm, world));
  world.running("box1", timer.text());
  CHECK(holds(arm, world));
  world.disabled("box1", timer.text());
  CHECK_FALSE(holds(arm, world));
}

TEST_CASE("health holds by a token while every rank runs", "[domain][step]") {
  World world = testing::split_serves();
  const domain::AwaitHealthy wait = await(world, "split", "box1+box2");
  CHECK(holds(wait, world));
  CHECK(doom(wait, world).empty());
  world.resting("box2", "ff-split-worker.service");
  CHECK_FALSE(holds(wait, world));
  world.running("box2", "ff-split-worker.service");
  world.snapshot.health[ProfileName("split")][InstanceName("box1+box2")].rung = domain::Rung::model_named;
  CHECK_FALSE(holds(wait, world));
  CHECK(doom(wait, world).empty());
}

TEST_CASE("what dooms a wait for health", "[domain][step]") {
  World world = testing::split_serves();
  const domain::AwaitHealthy wait = await(world, "split", "box1+box2");
  world.snapshot.health[ProfileName("split")][InstanceName("box1+box2")].rung = domain::Rung::unit_active;
  domain::UnitState& state = world.unit("box1", leader.text());
  SECTION("a failed leader, with how it ended") {
    state.active = ActiveState::failed;
    state.result = "exit-code";
    state.last_exit = "exit 1";
    CHECK(doom(wait, world) == "ff-split-leader.service failed: exit 1, result exit-code");
  }
  SECTION("a leader that is gone") {
    state.active = ActiveState::inactive;
    state.result = "success";
    CHECK(doom(wait, world) == "ff-split-leader.service ended: result success");
    state.job_queued = true;
    CHECK(doom(wait, world).empty());
  }
  SECTION("a leader that systemd restarts") {
    state.restarts = 2;
    CHECK(doom(wait, world).find("(2 times)") != std::string::npos);
  }
  SECTION("a leader between two restarts") {
    state.active = ActiveState::activating;
    state.sub = "auto-restart";
    CHECK(doom(wait, world).find("died and was started again") != std::string::npos);
  }
  SECTION("a mask, with the way out") {
    world.masked("box1", leader.text());
    const auto found = domain::doomed({wait, ""}, world.snapshot);
    REQUIRE(found);
    CHECK(found->advice.kind == Advice::Kind::shell);
    CHECK(found->advice.subject ==
          "rm /etc/systemd/system.control/ff-split-leader.service && systemctl daemon-reload");
  }
  SECTION("a dead worker, named with its box") {
    world.unit("box2", "ff-split-worker.service").active = ActiveState::failed;
    const auto found = domain::doomed({wait, ""}, world.snapshot);
    REQUIRE(found);
    CHECK(found->code == ErrorCode::failed);
    CHECK(found->where.machine == MachineName("box2"));
    CHECK(found->what.find("ff-split-leader.service cannot answer without it") != std::string::npos);
  }
  SECTION("not a box that is silent") {
    state.active = ActiveState::failed;
    world.on("box1").fault = Error{ErrorCode::unreachable, "gone", {}, {}, {}};
    CHECK(doom(wait, world).empty());
  }
}

TEST_CASE("what dooms a launch and an enablement", "[domain][step]") {
  World world = testing::story();
  const domain::Launch launch = {box1, replica, ProfileName("replica"), InstanceName("box1"), true};
  CHECK(doom(launch, world).empty());
  world.unit("box1", replica.text()).active = ActiveState::failed;
  CHECK(doom(launch, world).find("failed") != std::string::npos);
  world.unit("box1", replica.text()).load = LoadState::not_found;
  CHECK(doom(launch, world) == "ff-replica.service has no unit file");
  CHECK(doom(domain::Enable{box1, {replica}}, world) == "ff-replica.service has no unit file");
  world.unit("box1", timer.text()).load = LoadState::error;
  CHECK(doom(domain::Arm{box1, {timer}}, world).find("cannot read") != std::string::npos);
}

TEST_CASE("the second look finds what was undone", "[domain][step]") {
  World world = testing::replicas_serve();
  const domain::Settle settle = {
      MachineName("edge"), {}, {world.instance("replica", "box1")}, {{box1, leader}}};
  CHECK_FALSE(holds(settle, world));
  CHECK(doom(settle, world).empty());
  SECTION("a copy that went down") {
    world.resting("box1", replica.text());
    CHECK(doom(settle, world).find("did not stay up") != std::string::npos);
  }
  SECTION("a retired unit that came back") {
    world.running("box1", leader.text());
    CHECK(doom(settle, world).find("was started again") != std::string::npos);
  }
}
