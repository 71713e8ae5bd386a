// Runs that were cut: gone on with, ended where it is nearest, or found to be none. On the simulated world.
#include "app/unfinished.h"

#include <set>

#include "app/goal.h"
#include "app/turn.h"
#include "catch.hpp"
#include "codec/holder.h"
#include "engine_story.hpp"

using namespace ff;
using namespace ff::testing;
using namespace std::chrono_literals;
using domain::Outcome;

namespace {

using Verb = Result<std::optional<Outcome>> (*)(const app::Scene&, ports::Gate&, app::SwitchRequest,
                                                const app::Confirm&, std::stop_token);

/// How the verb ended, and what it was for; no outcome when nothing was unfinished.
std::optional<Outcome> after(Story& story, Verb verb) {
  std::optional<Outcome> ended;
  (void)story.carry_out(
      [&](const app::Scene& scene, sim::Seat& seat, const app::SwitchRequest& request) -> Result<Outcome> {
        FF_TRY(outcome, verb(scene, seat, request, [](const domain::Plan&) { return true; }, {}));
        ended = outcome;
        return outcome.value_or(Outcome{});
      });
  return ended;
}

/// Kills `ff switch TARGET` after so many acts; false when it had ended by then.
bool cut(Story& story, const std::string& target, std::size_t acts) {
  story.world.kill_after(acts);
  bool killed = false;
  try {
    (void)story.go(target);
  } catch (const sim::Killed&) {
    killed = true;
  }
  story.world.kill_after(0);
  return killed;
}

Story& split(Story& story) {
  story.quick().split_serves();
  return story.recorded("replica", "box1", 400ms)
      .recorded("replica", "box2", 300ms)
      .recorded("split", "box1", 9s);
}

std::string lock_note(Story& story) {
  return codec::holder_json({RunId("7f3a0001"), "ops@runner", "switch replica", story.world.time().wall(),
                             "retire box1 the split", 7});
}

}  // namespace

TEST_CASE("nothing is unfinished", "[app][unfinished]") {
  Story story;
  split(story);
  const bool after_a_run = GENERATE(true, false);
  if (after_a_run) REQUIRE(story.go("replica").kind == Outcome::Kind::reached);
  const std::string before = story.disks();
  CHECK_FALSE(after(story, app::resume));
  CHECK_FALSE(after(story, app::abort_run));
  CHECK(story.disks() == before);
}

TEST_CASE("cut anywhere, a resume reaches the target", "[app][unfinished]") {
  Story whole;
  split(whole);
  REQUIRE(whole.go("replica").kind == Outcome::Kind::reached);
  const std::string target = whole.standing();
  bool killed = true;
  std::size_t cut_short = 0;
  for (std::size_t acts = 1; killed; acts += 3) {
    INFO(acts);
    Story story;
    split(story);
    killed = cut(story, "replica", acts);
    const auto outcome = after(story, app::resume);
    // Before the first intent there was no run yet.
    if (!outcome) continue;
    ++cut_short;
    CHECK((outcome->kind == Outcome::Kind::reached || outcome->kind == Outcome::Kind::already));
    CHECK(story.standing() == target);
    CHECK(story.broken.empty());
    CHECK_FALSE(after(story, app::resume));
  }
  CHECK(cut_short > 5);
}

TEST_CASE("cut anywhere, an abort ends in a named state that serves", "[app][unfinished]") {
  bool killed = true;
  std::set<std::string> ends;
  for (std::size_t acts = 1; killed; acts += 3) {
    INFO(acts);
    Story story;
    split(story);
    killed = cut(story, "replica", acts);
    const auto outcome = after(story, app::abort_run);
    if (!outcome) continue;
    ends.insert(outcome->target.text());
    CHECK((outcome->kind == Outcome::Kind::reached || outcome->kind == Outcome::Kind::already));
    CHECK(outcome->serving == outcome->declared);
    CHECK(story.clients_saw().ends_with("200"));
    CHECK(story.broken.empty());
    CHECK(story.intent_on("edge").value().to == outcome->target);
    CHECK(story.intent_on("edge").value().phase == domain::Intent::Phase::steady);
    CHECK_FALSE(after(story, app::resume));
  }
  CHECK(ends == std::set<std::string>{"replica", "split"});
}

TEST_CASE("a resume does without what the cut run did without", "[app][unfinished]") {
  Story story;
  split(story);
  story.world.machine("box2").cut = true;
  story.absent = {MachineName("box2")};
  REQUIRE(cut(story, "replica", 12));
  const auto outcome = after(story, app::resume);
  REQUIRE(outcome);
  CHECK(outcome->kind == Outcome::Kind::reached);
  CHECK(outcome->serving == 1);
  CHECK(outcome->absent == std::vector{MachineName("box2")});
}

TEST_CASE("a machine that is silent may know better: nothing is called finished", "[app][unfinished]") {
  Story story;
  split(story);
  REQUIRE(story.go("replica").kind == Outcome::Kind::reached);
  story.world.machine("box2").cut = true;
  story.with_ff([](const app::Scene& scene, sim::Seat& seat) {
    const auto outcome = app::resume(scene, seat, {}, [](const domain::Plan&) { return true; }, {});
    REQUIRE_FALSE(outcome);
    CHECK(outcome.error().code == ErrorCode::refused);
    CHECK(outcome.error().where.machine == MachineName("box2"));
    return 0;
  });
}

TEST_CASE("a run waits for the lock until it is free, and tells who has it", "[app][turn]") {
  Story story;
  split(story);
  story.world.machine("box2").lock_words = lock_note(story);
  story.world.time().after(40s, [&] { story.world.machine("box2").lock_words.clear(); });
  story.with_ff([&](const app::Scene& scene, sim::Seat& seat) {
    const MonoTime began = story.world.time().now();
    CHECK(app::await_turn(scene, {}, ports::within(*scene.readers.clock, 5min)));
    const auto waited = story.world.time().now() - began;
    CHECK(waited > 38s);
    CHECK(waited < 45s);
    const auto& told = seat.events().all;
    // At once, after 15 s, after 30 s, and that it is over.
    REQUIRE(told.size() == 4);
    CHECK(told[3].text == "the lock is free");
    CHECK(told[0].text.starts_with("waiting for the lock of box2: ops@runner runs `switch replica` since "));
    CHECK(told[0].text.ends_with(", now: retire box1 the split"));
    return 0;
  });
}

TEST_CASE("a wait for the lock ends with its time or with a stop", "[app][turn]") {
  Story story;
  split(story);
  story.world.machine("edge").lock_words = lock_note(story);
  story.with_ff([&](const app::Scene& scene, sim::Seat&) {
    const MonoTime began = story.world.time().now();
    CHECK(app::await_turn(scene, {}, ports::within(*scene.readers.clock, 10s)));
    CHECK(story.world.time().now() - began >= 10s);
    std::stop_source stop;
    story.world.time().after(3s, [&] { stop.request_stop(); });
    const auto stopped =
        app::await_turn(scene, {}, ports::within(*scene.readers.clock, 10s, stop.get_token()));
    REQUIRE_FALSE(stopped);
    CHECK(stopped.error().code == ErrorCode::cancelled);
    CHECK(app::await_turn(scene, {MachineName("edge")}, ports::within(*scene.readers.clock, 10s)));
    return 0;
  });
}

TEST_CASE("what is waited for: serving, and steady", "[app][goal]") {
  CHECK(app::goal_of("serving") == app::Goal::serving);
  CHECK(app::goal_of("steady") == app::Goal::steady);
  CHECK_FALSE(app::goal_of("healthy"));
  Story story;
  split(story);
  const auto is_so = [&](app::Goal goal) {
    return story.with_ff(
        [&](const app::Scene& scene, sim::Seat&) { return app::look_for(scene, goal, {}).so; });
  };
  CHECK(is_so(app::Goal::serving));
  CHECK_FALSE(is_so(app::Goal::steady));
  REQUIRE(story.go("replica").kind == Outcome::Kind::reached);
  CHECK(is_so(app::Goal::serving));
  CHECK(is_so(app::Goal::steady));
  SECTION("a copy hangs behind a green health check") {
    for (const char* box : {"box1", "box2"}) story.world.manner(box, replica_unit).hangs_after = 0ms;
    for (const sim::JobKind kind : {sim::JobKind::stop, sim::JobKind::start}) {
      REQUIRE(story.world.machine("box2").manager.queue(UnitName(replica_unit), kind));
      story.world.time().pass(5s);
    }
    CHECK(is_so(app::Goal::serving));
    CHECK_FALSE(is_so(app::Goal::steady));
  }
  SECTION("a run is unfinished") {
    REQUIRE(cut(story, "split", 3));
    CHECK_FALSE(is_so(app::Goal::steady));
  }
}
