// An operator's own 503, on the simulated world.
#include "app/maintenance.h"

#include <algorithm>

#include "app/status.h"
#include "catch.hpp"
#include "engine_story.hpp"

using namespace ff;
using namespace ff::testing;
using domain::Outcome;

namespace {

bool agreed(const domain::Plan&) {
  return true;
}

void replicas_serve(Story& story) {
  story.quick().split_serves();
  REQUIRE(story.go("replica").kind == Outcome::Kind::reached);
}

Outcome on(Story& story, const std::string& message = "New disks.", std::optional<WallTime> until = {}) {
  return story.carry_out([&](const app::Scene& scene, sim::Seat& seat, const app::SwitchRequest& request) {
    return app::begin_maintenance(scene, seat, {message, until}, request, agreed, {});
  });
}

Outcome off(Story& story) {
  return story.carry_out([&](const app::Scene& scene, sim::Seat& seat, const app::SwitchRequest& request) {
    return app::end_maintenance(scene, seat, request, agreed, {});
  });
}

const domain::Route& route(Story& story) {
  REQUIRE(story.world.nginx() != nullptr);
  REQUIRE(story.world.nginx()->in_force());
  return story.world.nginx()->in_force()->route;
}

planner::Judgement judged(Story& story) {
  return story
      .with_ff([](const app::Scene& scene, sim::Seat&) { return app::status(scene, app::Tokens::none, {}); })
      .judgement;
}

bool has(const std::vector<domain::Hazard>& hazards, const std::string& id) {
  return std::ranges::find(hazards, HazardId(id), &domain::Hazard::id) != hazards.end();
}

}  // namespace

TEST_CASE("clients get 503 while an operator says so, and copies go on", "[app][maintenance]") {
  Story story;
  replicas_serve(story);
  const MonoTime from = story.world.time().now();
  const std::string units = story.standing();
  CHECK(on(story).kind == Outcome::Kind::reached);
  CHECK(route(story).message == "New disks.");
  REQUIRE(route(story).notice);
  CHECK(route(story).notice->operator_name == "ops@runner");
  CHECK(route(story).retry_after_s == 60);
  CHECK(story.clients_saw(from) == "200 503");
  const Outcome over = off(story);
  CHECK(over.kind == Outcome::Kind::reached);
  CHECK(over.serving == 2);
  CHECK(story.clients_saw(from) == "200 503 200");
  CHECK(story.standing() == units);
  CHECK(story.broken.empty());
  CHECK(judged(story).as_declared());
}

TEST_CASE("a maintenance outlives the proxy and its machine", "[app][maintenance]") {
  Story story;
  replicas_serve(story);
  const WallTime until = story.world.time().wall() + std::chrono::hours(2);
  REQUIRE(on(story, "New disks.", until).kind == Outcome::Kind::reached);
  story.world.power_cycle("edge");
  story.world.time().pass(std::chrono::seconds(10));
  CHECK(story.world.clients().status() == 503);
  CHECK(route(story).notice->until == until);
  const planner::Judgement now = judged(story);
  CHECK(has(now.drift, "maintenance:edge"));
  CHECK(now.drift.size() == 1);
  CHECK(now.drift[0].what.find("New disks.") != std::string::npos);
  CHECK(now.advice.kind == Advice::Kind::end_maintenance);
}

TEST_CASE("no run ends an operator's maintenance", "[app][maintenance]") {
  Story story;
  replicas_serve(story);
  REQUIRE(on(story).kind == Outcome::Kind::reached);
  const std::string disks = story.disks();
  for (const char* target : {"split", "replica", "off"}) {
    const Outcome refused = story.go(target);
    CHECK(refused.kind == Outcome::Kind::refused);
    CHECK(has(refused.hazards, "maintenance:edge"));
  }
  CHECK(story.disks() == disks);
  CHECK(story.world.clients().status() == 503);
}

TEST_CASE("the same words again change nothing, others keep its beginning", "[app][maintenance]") {
  Story story;
  replicas_serve(story);
  REQUIRE(on(story).kind == Outcome::Kind::reached);
  const WallTime since = route(story).notice->since;
  story.world.time().pass(std::chrono::seconds(60));
  CHECK(on(story).kind == Outcome::Kind::already);
  const WallTime until = story.world.time().wall() + std::chrono::seconds(30);
  CHECK(on(story, "Nearly done.", until).kind == Outcome::Kind::reached);
  CHECK(route(story).notice->since == since);
  CHECK(route(story).message == "Nearly done.");
  CHECK(route(story).retry_after_s >= 25);
  CHECK(route(story).retry_after_s <= 30);
}

TEST_CASE("it can be had while boxes are silent, and the lock of the route host keeps it apart from runs",
          "[app][maintenance]") {
  Story story;
  replicas_serve(story);
  story.world.machine("box2").cut = true;
  CHECK(on(story).kind == Outcome::Kind::reached);
  CHECK(story.world.clients().status() == 503);
  const Outcome over = off(story);
  CHECK(over.kind == Outcome::Kind::reached);
  CHECK(over.serving == 1);
  story.world.machine("edge").lock_words = "7f3a by ops@elsewhere";
  CHECK(on(story).kind == Outcome::Kind::locked);
}

TEST_CASE("off without on is said, and off over nothing is down", "[app][maintenance]") {
  Story story;
  replicas_serve(story);
  CHECK(off(story).kind == Outcome::Kind::already);
  REQUIRE(story.go("off").kind == Outcome::Kind::reached);
  REQUIRE(on(story).kind == Outcome::Kind::reached);
  const Outcome over = off(story);
  CHECK(over.kind == Outcome::Kind::reached);
  CHECK_FALSE(route(story).notice);
  CHECK(story.world.clients().status() == 503);
}
