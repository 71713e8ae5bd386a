// What a run does after a step that failed: it goes on without what was lost, else goes back, once.
#include <set>

#include "catch.hpp"
#include "engine_story.hpp"
#include "observe/paths.h"

using namespace ff;
using namespace ff::testing;
using namespace std::chrono_literals;
using domain::Outcome;

namespace {

using Lines = std::vector<std::string>;

const std::set<std::string> both = {"box1", "box2"};

void copies_die(Story& story, const std::set<std::string>& boxes = both) {
  for (const std::string& box : boxes) story.world.manner(box, replica_unit).dies_after = 100ms;
}

void copies_live(Story& story) {
  for (const std::string& box : both) story.world.manner(box, replica_unit).dies_after.reset();
}

bool enabled(Story& story, const std::string& machine, const char* unit) {
  return story.world.machine(machine).disk.wanted().contains(UnitName(unit));
}

bool masked(Story& story, const std::string& machine, const char* unit) {
  return story.world.machine(machine).disk.masked().contains(UnitName(unit));
}

/// Split serves again and nothing of the copies may start.
void check_back_in_split(Story& story) {
  CHECK(story.world.clients().status() == 200);
  CHECK(enabled(story, "box1", leader_unit));
  CHECK(enabled(story, "box2", worker_unit));
  for (const std::string& box : both) {
    CHECK_FALSE(enabled(story, box, replica_unit));
    CHECK(masked(story, box, replica_unit));
  }
  for (const char* machine : {"box1", "box2", "edge"}) {
    CHECK(story.intent_on(machine).value().to == ProfileName("split"));
    CHECK(story.intent_on(machine).value().phase == domain::Intent::Phase::steady);
    CHECK(story.intent_on(machine).value().gave_up.empty());
  }
}

std::size_t replanned(const Story& story) {
  return static_cast<std::size_t>(
      std::ranges::count(story.events, domain::Event::Kind::replanned, &domain::Event::kind));
}

}  // namespace

TEST_CASE("no copy comes up: back in split, once, and the first failure is told", "[app][setback]") {
  Story story;
  story.quick().split_serves();
  copies_die(story);
  const Outcome outcome = story.go("replica");
  CHECK(outcome.kind == Outcome::Kind::rolled_back);
  CHECK(outcome.target == ProfileName("replica"));
  CHECK(outcome.previous == ProfileName("split"));
  CHECK(outcome.serving == 1);
  CHECK(outcome.declared == 1);
  REQUIRE(outcome.error);
  CHECK(outcome.error->where.unit == UnitName(replica_unit));
  check_back_in_split(story);
  CHECK(replanned(story) == 2);
  CHECK(story.broken == Lines{});

  copies_live(story);
  CHECK(story.go("replica").kind == Outcome::Kind::reached);
  CHECK(story.broken == Lines{});
}

TEST_CASE("told to stop at a failure, a run does not go back", "[app][setback]") {
  Story story;
  story.quick().split_serves();
  copies_die(story);
  story.on_failure = app::OnFailure::stop;
  CHECK(story.go("replica").kind == Outcome::Kind::down);
  CHECK(story.world.clients().status() == 503);
  CHECK_FALSE(enabled(story, "box1", leader_unit));
  CHECK(story.broken == Lines{});
}

TEST_CASE("going back fails too: the previous profile is left for a power cycle to try", "[app][setback]") {
  Story story;
  story.quick().split_serves();
  copies_die(story);
  story.world.manner("box1", leader_unit).dies_after = 100ms;
  const Outcome outcome = story.go("replica");
  CHECK(outcome.kind == Outcome::Kind::down);
  CHECK(outcome.previous == ProfileName("split"));
  REQUIRE(outcome.error);
  CHECK(outcome.error->where.unit == UnitName(replica_unit));
  CHECK(enabled(story, "box1", leader_unit));
  CHECK(enabled(story, "box2", worker_unit));
  CHECK_FALSE(masked(story, "box1", leader_unit));
  CHECK(story.intent_on("edge").value().to == ProfileName("split"));
  CHECK(story.intent_on("edge").value().gave_up == ProfileName("replica"));

  story.world.manner("box1", leader_unit).dies_after.reset();
  for (const std::string& box : both) story.world.power_cycle(box);
  story.world.time().pass(10s);
  CHECK(story.world.machine("box1").manager.state(UnitName(leader_unit)).active ==
        domain::ActiveState::active);

  // Whoever goes on with it does not go back from it again.
  story.world.manner("box1", leader_unit).dies_after = 100ms;
  for (const std::string& box : both) story.world.power_cycle(box);
  story.world.time().pass(10s);
  CHECK(story.go("split").kind == Outcome::Kind::down);
  CHECK(story.intent_on("edge").value().to == ProfileName("split"));
}

TEST_CASE("killed anywhere on the way back, either command gets there", "[app][setback]") {
  const std::string then = GENERATE("split", "replica");
  for (std::size_t k = 1;; ++k) {
    Story story;
    story.quick().split_serves();
    copies_die(story);
    std::size_t turned_at = 0;
    story.on_act = [&](const sim::Act& act) {
      const bool intent = act.call == "write_file" && act.subject == observe::intent_path;
      if (turned_at == 0 && intent && story.intent_on(act.machine).value().to == ProfileName("split"))
        turned_at = story.world.acts().size();
      if (turned_at != 0 && story.world.acts().size() == turned_at + k - 1) throw sim::Killed{};
    };
    try {
      (void)story.go("replica");
      CHECK(k > 20);
      break;
    } catch (const sim::Killed&) {
      story.on_act = nullptr;
    }
    INFO("killed at act " << k << " of the way back, then " << then << ": "
                          << story.world.acts().back().text());
    copies_live(story);
    const Outcome outcome = story.go(then);
    CHECK((outcome.kind == Outcome::Kind::reached || outcome.kind == Outcome::Kind::already));
    CHECK(story.world.clients().status() == 200);
    CHECK(story.broken == Lines{});
  }
}

TEST_CASE("a run that goes on with one that was cut goes back where that one would have", "[app][setback]") {
  Story story;
  story.quick().split_serves();
  story.on_act = [&](const sim::Act& act) {
    if (act.text() == "box1 stop ff-split-leader.service") throw sim::Killed{};
  };
  CHECK_THROWS_AS(story.go("replica"), sim::Killed);
  story.on_act = nullptr;
  copies_die(story);
  CHECK(story.go("replica").kind == Outcome::Kind::rolled_back);
  check_back_in_split(story);
  CHECK(story.broken == Lines{});
}

TEST_CASE("a copy that fails stops a rolling change, and the rest goes on serving", "[app][setback]") {
  Story story;
  story.quick().split_serves();
  REQUIRE(story.go("replica").kind == Outcome::Kind::reached);
  for (domain::Profile& profile : story.declaration.profiles) profile.settings.max_num_seqs = 4;
  story.declaration.cluster.overrides.clear();
  copies_die(story);
  story.serving_min = 1;
  const Outcome outcome = story.go("replica");
  CHECK(outcome.kind == Outcome::Kind::degraded);
  CHECK(outcome.serving == 1);
  CHECK(story.world.clients().status() == 200);
  CHECK(story.broken == Lines{});
  copies_live(story);
  CHECK(story.go("replica").kind == Outcome::Kind::reached);
  CHECK(story.broken == Lines{});
}

TEST_CASE("an act that fails once is tried once more", "[app][setback]") {
  Story story;
  story.quick().split_serves();
  const std::string call = GENERATE("make_link", "reload", "start", "write_file");
  INFO(call);
  story.on_act = [&, planted = false](const sim::Act& act) mutable {
    if (planted || act.text() != "box1 stop ff-split-leader.service") return;
    planted = true;
    story.world.fail_next({call, MachineName("box1"), {ErrorCode::timeout, "a planted fault", {}, {}, {}}});
  };
  const Outcome outcome = story.go("replica");
  CHECK((outcome.kind == Outcome::Kind::reached || outcome.kind == Outcome::Kind::degraded));
  CHECK(story.world.clients().status() == 200);
  CHECK(story.broken == Lines{});
}

TEST_CASE("where nothing served, the fallback profile is gone back to", "[app][setback]") {
  Story story;
  story.quick().split_serves();
  REQUIRE(story.go("off").kind == Outcome::Kind::reached);
  story.declaration.cluster.fallback_profile = ProfileName("split");
  copies_die(story);
  CHECK(story.go("replica").kind == Outcome::Kind::rolled_back);
  check_back_in_split(story);
  CHECK(story.broken == Lines{});
}
