// Taking ff's hands off, on the simulated world.
#include "app/release.h"

#include <algorithm>

#include "app/status.h"
#include "catch.hpp"
#include "engine_story.hpp"
#include "observe/paths.h"

using namespace ff;
using namespace ff::testing;
using domain::Outcome;

namespace {

app::Released release(Story& story) {
  app::Released kept;
  const Outcome outcome = story.carry_out(
      [&](const app::Scene& scene, sim::Seat& seat, const app::SwitchRequest& request) -> Result<Outcome> {
        FF_TRY(released, app::release(scene, seat, request, [](const domain::Plan&) { return true; }, {}));
        kept = released;
        return released.outcome;
      });
  kept.outcome = outcome;
  return kept;
}

bool any_mask_or_intent(Story& story) {
  return std::ranges::any_of(story.world.machines(), [](const auto& entry) {
    return !entry.second->disk.masked().empty() || entry.second->disk.file(observe::intent_path).has_value();
  });
}

bool tells_hands_off(const std::vector<domain::Hazard>& notes) {
  return std::ranges::find(notes, HazardId("hands-off"), &domain::Hazard::id) != notes.end();
}

}  // namespace

TEST_CASE("a release removes masks and intent, and all else stays as it is", "[app][release]") {
  Story story;
  story.quick().split_serves();
  REQUIRE(story.go("replica").kind == Outcome::Kind::reached);
  REQUIRE(any_mask_or_intent(story));
  CHECK_FALSE(tells_hands_off(story.with_ff([](const app::Scene& scene, sim::Seat&) {
    return app::status(scene, app::Tokens::none, {}).judgement.notes;
  })));
  story.serving_min = 2;
  const app::Released released = release(story);
  CHECK(released.outcome.kind == Outcome::Kind::reached);
  CHECK(released.outcome.serving == 2);
  CHECK_FALSE(any_mask_or_intent(story));
  CHECK(released.unmasked.at(MachineName("box1")).contains(UnitName(watchdog_timer)));
  CHECK(released.running.at(MachineName("box2")) == std::set{UnitName(replica_unit)});
  for (const char* box : {"box1", "box2"}) {
    sim::Machine& machine = story.world.machine(box);
    CHECK(machine.manager.state(UnitName(replica_unit)).active == domain::ActiveState::active);
    CHECK(machine.disk.wanted().contains(UnitName(replica_unit)));
    CHECK(machine.lock_owner == nullptr);
  }
  CHECK(story.world.machine("box1").manager.state(UnitName(leader_unit)).load == domain::LoadState::loaded);
  CHECK(story.broken.empty());
  CHECK(story.world.runs.size() == 2);
  CHECK(story.world.runs.back().outcome() == "reached");
  const auto report = story.with_ff(
      [](const app::Scene& scene, sim::Seat&) { return app::status(scene, app::Tokens::none, {}); });
  CHECK(report.judgement.profile == ProfileName("replica"));
  CHECK(report.judgement.as_declared());
  CHECK(tells_hands_off(report.judgement.notes));
  CHECK(release(story).outcome.kind == Outcome::Kind::already);
  story.serving_min = 0;
  CHECK(story.go("split").kind == Outcome::Kind::reached);
}

TEST_CASE("a release that meets a silent machine or a lock touches nothing", "[app][release]") {
  Story story;
  story.quick().split_serves();
  REQUIRE(story.go("replica").kind == Outcome::Kind::reached);
  const std::string disks = story.disks();
  SECTION("a silent machine") {
    story.world.machine("box2").cut = true;
    CHECK(release(story).outcome.kind == Outcome::Kind::refused);
  }
  SECTION("a lock") {
    story.world.machine("box2").lock_words = "7f3a by ops@elsewhere";
    CHECK(release(story).outcome.kind == Outcome::Kind::locked);
  }
  CHECK(story.disks() == disks);
}

TEST_CASE("a release that is killed goes on when called again", "[app][release]") {
  Story story;
  story.quick().split_serves();
  REQUIRE(story.go("replica").kind == Outcome::Kind::reached);
  story.world.kill_after(GENERATE(1U, 2U, 3U, 4U, 5U, 6U, 8U));
  try {
    (void)release(story);
  } catch (const sim::Killed&) {
  }
  story.world.kill_after(0);
  const Outcome outcome = release(story).outcome;
  CHECK((outcome.kind == Outcome::Kind::reached || outcome.kind == Outcome::Kind::already));
  CHECK_FALSE(any_mask_or_intent(story));
}
