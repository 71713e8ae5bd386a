// Taking boxes out and back, and starting copies again, on the simulated world.
#include "app/upkeep.h"

#include <algorithm>

#include "app/reboot.h"
#include "app/status.h"
#include "catch.hpp"
#include "engine_story.hpp"

using namespace ff;
using namespace ff::testing;
using domain::Outcome;

namespace {

const MachineName box1("box1");
const MachineName box2("box2");
const UnitName copy(replica_unit);

bool agreed(const domain::Plan&) {
  return true;
}

/// Replicas serve on both boxes, as after the switch.
void replicas_serve(Story& story) {
  story.quick().split_serves();
  REQUIRE(story.go("replica").kind == Outcome::Kind::reached);
  story.serving_min = 1;
}

Outcome drain(Story& story, const MachineName& box, app::Outage outage = app::Outage::refused,
              std::optional<WallTime> until = {}) {
  return story.carry_out([&](const app::Scene& scene, sim::Seat& seat, app::SwitchRequest request) {
    request.outage = outage;
    request.reason = "a disk is changed";
    return app::drain(scene, seat, box, until, request, agreed, {});
  });
}

Outcome undrain(Story& story, const MachineName& box) {
  return story.carry_out([&](const app::Scene& scene, sim::Seat& seat, const app::SwitchRequest& request) {
    return app::undrain(scene, seat, box, request, agreed, {});
  });
}

Outcome restart(Story& story, const std::string& name, app::Outage outage = app::Outage::refused) {
  return story.carry_out([&](const app::Scene& scene, sim::Seat& seat, app::SwitchRequest request) {
    request.outage = outage;
    return app::restart(scene, seat, name, request, agreed, {});
  });
}

/// All steps of a reboot, each by a fresh ff.
Outcome reboot(Story& story, const MachineName& box, app::RebootState state = {}) {
  std::optional<Outcome> end;
  for (int steps = 0; !end && steps < 50; ++steps) {
    (void)story.carry_out(
        [&](const app::Scene& scene, sim::Seat& seat, const app::SwitchRequest& request) -> Result<Outcome> {
          FF_TRY(ended, app::reboot_step(scene, seat, box, request, agreed, state, {}));
          end = ended;
          return Outcome{};
        });
  }
  REQUIRE(end);
  return *end;
}

/// The error of a call that never came to an outcome; empty when it did.
template <class Call>
std::string refusal(Story& story, const Call& call) {
  return story.with_ff([&](const app::Scene& scene, sim::Seat& seat) -> std::string {
    const Result<Outcome> outcome = call(scene, seat);
    return outcome ? "" : outcome.error().what;
  });
}

planner::Judgement judged(Story& story) {
  return story
      .with_ff([](const app::Scene& scene, sim::Seat&) { return app::status(scene, app::Tokens::none, {}); })
      .judgement;
}

domain::UnitState state(Story& story, const MachineName& box) {
  return story.world.machine(box).manager.state(copy);
}

bool down_for_good(Story& story, const MachineName& box) {
  const sim::Machine& machine = story.world.machine(box);
  return state(story, box).at_rest() && machine.disk.masked().contains(copy) &&
         !machine.disk.wanted().contains(copy);
}

bool has_hazard(const Outcome& outcome, const std::string& id) {
  return std::ranges::find(outcome.hazards, HazardId(id), &domain::Hazard::id) != outcome.hazards.end();
}

}  // namespace

TEST_CASE("a drained box is out of the route, stopped, masked, and no client notices", "[app][upkeep]") {
  Story story;
  replicas_serve(story);
  const MonoTime from = story.world.time().now();
  const WallTime until = story.world.time().wall() + std::chrono::hours(2);
  const Outcome outcome = drain(story, box1, app::Outage::refused, until);
  CHECK(outcome.kind == Outcome::Kind::reached);
  CHECK(outcome.serving == 1);
  CHECK(outcome.declared == 2);
  CHECK(outcome.drained == std::vector{box1});
  CHECK(story.broken.empty());
  CHECK(story.clients_saw(from) == "200");
  CHECK(down_for_good(story, box1));
  REQUIRE(story.world.nginx()->in_force()->route.upstreams.size() == 1);
  for (const char* machine : {"box1", "box2", "edge"}) {
    const domain::Intent intent = story.intent_on(machine).value();
    REQUIRE(intent.drained.size() == 1);
    CHECK(intent.drained[0].box == box1);
    CHECK(intent.drained[0].reason == "a disk is changed");
    CHECK(intent.drained[0].until == until);
    CHECK(intent.phase == domain::Intent::Phase::steady);
  }
}

TEST_CASE("a drained box stays down over a reboot and a switch, and status says why", "[app][upkeep]") {
  Story story;
  replicas_serve(story);
  REQUIRE(drain(story, box1).kind == Outcome::Kind::reached);
  story.world.power_cycle("box1");
  story.world.time().pass(std::chrono::seconds(10));
  CHECK(down_for_good(story, box1));
  CHECK(story.go("replica").kind == Outcome::Kind::already);
  const planner::Judgement now = judged(story);
  CHECK(now.serving_count() == 1);
  CHECK(now.drained == std::vector{box1});
  REQUIRE(now.drift.size() == 1);
  CHECK(now.drift[0].id == HazardId("drained:box1"));
  CHECK(now.drift[0].what.find("a disk is changed") != std::string::npos);
  CHECK(now.advice.kind == Advice::Kind::undrain);
  CHECK(now.advice.subject == "box1");
}

TEST_CASE("the last serving box is drained only when an outage is meant", "[app][upkeep]") {
  Story story;
  replicas_serve(story);
  REQUIRE(drain(story, box1).kind == Outcome::Kind::reached);
  const std::string disks = story.disks();
  const Outcome refused = drain(story, box2);
  CHECK(refused.kind == Outcome::Kind::refused);
  REQUIRE(has_hazard(refused, "outage"));
  CHECK(refused.hazards[0].advice.kind == Advice::Kind::allow_outage);
  CHECK(story.disks() == disks);

  story.serving_min = 0;
  CHECK(drain(story, box2, app::Outage::allowed).kind == Outcome::Kind::reached);
  CHECK(down_for_good(story, box2));
  CHECK(story.clients_saw().ends_with("503"));
  for (const char* target : {"replica", "split"}) CHECK(has_hazard(story.go(target), "all-drained"));
}

TEST_CASE("a switch to what only a drained box could have is refused", "[app][upkeep]") {
  Story story;
  replicas_serve(story);
  REQUIRE(drain(story, box1).kind == Outcome::Kind::reached);
  const Outcome split = story.go("split");
  CHECK(split.kind == Outcome::Kind::refused);
  REQUIRE(has_hazard(split, "all-drained"));
  CHECK(split.hazards[0].advice.kind == Advice::Kind::undrain);
}

TEST_CASE("a drained box is taken back through the ladder", "[app][upkeep]") {
  Story story;
  replicas_serve(story);
  REQUIRE(drain(story, box1).kind == Outcome::Kind::reached);
  story.world.power_cycle("box1");
  story.world.time().pass(std::chrono::seconds(10));
  const MonoTime from = story.world.time().now();
  const Outcome outcome = undrain(story, box1);
  CHECK(outcome.kind == Outcome::Kind::reached);
  CHECK(outcome.serving == 2);
  CHECK(outcome.drained.empty());
  CHECK(story.broken.empty());
  CHECK(story.clients_saw(from) == "200");
  CHECK(story.intent_on("box1").value().drained.empty());
  CHECK(judged(story).as_declared());
  CHECK(refusal(story, [](const app::Scene& scene, sim::Seat& seat) {
          return app::undrain(scene, seat, box1, {}, agreed, {});
        }) == "box1 is not drained; no box is");
}

TEST_CASE("names that are no box and no instance are answered", "[app][upkeep]") {
  Story story;
  replicas_serve(story);
  CHECK(refusal(story, [](const app::Scene& scene, sim::Seat& seat) {
          return app::drain(scene, seat, MachineName("edge"), {}, {}, agreed, {});
        }).starts_with("no box 'edge'"));
  CHECK(refusal(story, [](const app::Scene& scene, sim::Seat& seat) {
          return app::restart(scene, seat, "bxo1", {}, agreed, {});
        }) == "no instance or box 'bxo1' in replica (did you mean box1?); there are box1, box2");
}

TEST_CASE("a drain that was killed goes on when it is typed again", "[app][upkeep]") {
  Story story;
  replicas_serve(story);
  story.world.kill_after(GENERATE(1U, 3U, 5U, 7U, 9U, 12U));
  try {
    (void)drain(story, box1);
  } catch (const sim::Killed&) {
  }
  story.world.kill_after(0);
  const Outcome outcome = drain(story, box1);
  CHECK((outcome.kind == Outcome::Kind::reached || outcome.kind == Outcome::Kind::already));
  CHECK(outcome.serving == 1);
  CHECK(down_for_good(story, box1));
  CHECK(story.clients_saw().ends_with("200"));
}

TEST_CASE("a restart starts one copy anew while the other serves", "[app][upkeep]") {
  Story story;
  replicas_serve(story);
  const InvocationId one = state(story, box1).invocation;
  const InvocationId other = state(story, box2).invocation;
  const MonoTime from = story.world.time().now();
  const Outcome outcome = restart(story, "box1");
  CHECK(outcome.kind == Outcome::Kind::reached);
  CHECK(outcome.serving == 2);
  CHECK(state(story, box1).invocation != one);
  CHECK(state(story, box2).invocation == other);
  CHECK(story.broken.empty());
  CHECK(story.clients_saw(from) == "200");
  CHECK(judged(story).as_declared());
}

TEST_CASE("a restart of all goes one after the other", "[app][upkeep]") {
  Story story;
  replicas_serve(story);
  const InvocationId one = state(story, box1).invocation;
  const InvocationId other = state(story, box2).invocation;
  const MonoTime from = story.world.time().now();
  CHECK(restart(story, "").kind == Outcome::Kind::reached);
  CHECK(state(story, box1).invocation != one);
  CHECK(state(story, box2).invocation != other);
  CHECK(story.broken.empty());
  CHECK(story.clients_saw(from) == "200");
}

TEST_CASE("a restart of the only instance is refused, or an outage that is meant", "[app][upkeep]") {
  Story story;
  story.quick().split_serves();
  const UnitName leader(leader_unit);
  const InvocationId before = story.world.machine(box1).manager.state(leader).invocation;
  const Outcome refused = restart(story, "box1+box2");
  CHECK(refused.kind == Outcome::Kind::refused);
  CHECK(has_hazard(refused, "outage"));
  const Outcome outcome = restart(story, "box2", app::Outage::allowed);
  CHECK(outcome.kind == Outcome::Kind::reached);
  CHECK(story.world.machine(box1).manager.state(leader).invocation != before);
  CHECK(story.clients_saw().ends_with("503 200"));
}

TEST_CASE("a drained box does not run, so it is not restarted", "[app][upkeep]") {
  Story story;
  replicas_serve(story);
  REQUIRE(drain(story, box1).kind == Outcome::Kind::reached);
  CHECK(refusal(story, [](const app::Scene& scene, sim::Seat& seat) {
          return app::restart(scene, seat, "box1", {}, agreed, {});
        }) == "box1 is drained or absent, so that it does not run");
}

TEST_CASE("a box is rebooted without a client noticing", "[app][upkeep]") {
  Story story;
  replicas_serve(story);
  const BootId before = story.world.machine(box1).boot_id;
  const MonoTime from = story.world.time().now();
  const Outcome outcome = reboot(story, box1);
  CHECK(outcome.kind == Outcome::Kind::reached);
  CHECK(outcome.serving == 2);
  CHECK(story.world.machine(box1).boot_id != before);
  CHECK(state(story, box1).active == domain::ActiveState::active);
  CHECK(story.broken.empty());
  CHECK(story.clients_saw(from) == "200");
  CHECK(judged(story).as_declared());
}

TEST_CASE("a box that was drained before its reboot stays so", "[app][upkeep]") {
  Story story;
  replicas_serve(story);
  REQUIRE(drain(story, box1).kind == Outcome::Kind::reached);
  const Outcome outcome = reboot(story, box1);
  CHECK(outcome.drained == std::vector{box1});
  CHECK(down_for_good(story, box1));
  CHECK(reboot(story, box2).kind == Outcome::Kind::refused);
}

TEST_CASE("after a switch that was cut these verbs wait for it", "[app][upkeep]") {
  Story story;
  story.quick().split_serves();
  story.world.kill_after(6);
  try {
    (void)story.go("replica");
  } catch (const sim::Killed&) {
  }
  story.world.kill_after(0);
  CHECK(refusal(story, [](const app::Scene& scene, sim::Seat& seat) {
          return app::drain(scene, seat, box1, {}, {}, agreed, {});
        }) == "the run to replica did not come to its end; it has to go on first");
}
