// Links that are lost in the middle of a run: what it waits for, does without, and takes up again.
#include "base/time.h"
#include "catch.hpp"
#include "engine_story.hpp"

using namespace ff;
using namespace ff::testing;
using namespace std::chrono_literals;
using domain::Outcome;

namespace {

using Lines = std::vector<std::string>;

bool enabled(Story& story, const std::string& machine, const char* unit) {
  return story.world.machine(machine).disk.wanted().contains(UnitName(unit));
}

}  // namespace

TEST_CASE("a box that is cut off in the middle is done without in that run", "[app][setback]") {
  Story story;
  story.quick().split_serves().recorded("replica", "box2", 5min);
  const std::string last = GENERATE("box2 stop ff-split-worker.service", "box2 start ff-replica.service",
                                    "box2 enable ff-replica.service");
  INFO(last);
  story.on_act = [&](const sim::Act& act) {
    if (act.text() == last) story.world.machine("box2").cut = true;
  };
  const Outcome outcome = story.go("replica");
  CHECK(outcome.kind == Outcome::Kind::degraded);
  CHECK(outcome.serving == 1);
  CHECK(story.world.clients().status() == 200);
  CHECK(enabled(story, "box1", replica_unit));
  story.on_act = nullptr;
  story.world.machine("box2").cut = false;
  // The lock there is free once its holder has missed the heartbeats.
  story.world.time().pass(20s);
  CHECK(story.go("replica").kind == Outcome::Kind::reached);
  CHECK(story.broken == Lines{});
}

TEST_CASE("the route host is cut off between retire and flip: the flip comes after it is back",
          "[app][setback]") {
  Story story;
  story.quick().split_serves();
  const Milliseconds away = GENERATE(Milliseconds{2s}, Milliseconds{30s}, Milliseconds{5min});
  INFO(human(away));
  story.on_act = [&, done = false](const sim::Act& act) mutable {
    if (done || act.text() != "box2 stop ff-split-worker.service") return;
    done = true;
    story.world.machine("edge").cut = true;
    story.world.time().after(away, [&] { story.world.machine("edge").cut = false; });
  };
  const Outcome outcome = story.go("replica");
  CHECK(outcome.kind == Outcome::Kind::reached);
  CHECK(outcome.serving == 2);
  CHECK(story.world.clients().status() == 200);
  CHECK(story.world.runs.size() == 1);
  CHECK(story.world.runs.back().outcome() == "reached");
  CHECK(story.broken == Lines{});
}

TEST_CASE("the route host is cut off before anything was stopped: all is put back once it is there again",
          "[app][setback]") {
  Story story;
  story.quick().split_serves();
  story.on_act = [&, done = false](const sim::Act& act) mutable {
    if (done || act.text() != "edge set_route maintenance") return;
    done = true;
    story.world.machine("edge").cut = true;
    story.world.time().after(40s, [&] { story.world.machine("edge").cut = false; });
  };
  const Outcome outcome = story.go("replica");
  CHECK(outcome.kind == Outcome::Kind::nothing_changed);
  CHECK(outcome.serving == 1);
  CHECK(story.world.clients().status() == 200);
  CHECK(story.broken == Lines{});
}

TEST_CASE("the route host stays away: the run ends and says what stands", "[app][setback]") {
  Story story;
  story.quick().split_serves();
  story.on_act = [&](const sim::Act& act) {
    if (act.text() == "box2 stop ff-split-worker.service") story.world.machine("edge").cut = true;
  };
  const Outcome outcome = story.go("replica");
  CHECK(outcome.kind == Outcome::Kind::down);
  REQUIRE(outcome.error);
  CHECK_THAT(outcome.error->evidence.back(), Catch::Contains("edge has not answered for 10m00s"));
  story.on_act = nullptr;
  story.world.machine("edge").cut = false;
  story.world.time().pass(20s);
  CHECK(story.go("replica").kind == Outcome::Kind::reached);
  CHECK(story.broken == Lines{});
}

TEST_CASE("a box that was cut off for a moment goes on in the same run", "[app][setback]") {
  Story story;
  story.quick().split_serves().recorded("replica", "box2", 5min);
  story.on_act = [&, done = false](const sim::Act& act) mutable {
    if (done || act.text() != "box2 start ff-replica.service") return;
    done = true;
    story.world.machine("box2").cut = true;
    story.world.time().after(25s, [&] { story.world.machine("box2").cut = false; });
  };
  const Outcome outcome = story.go("replica");
  CHECK(outcome.kind == Outcome::Kind::reached);
  CHECK(outcome.serving == 2);
  CHECK(story.broken == Lines{});
}

TEST_CASE("another run that locked while the link was away decides", "[app][setback]") {
  Story story;
  story.quick().split_serves();
  sim::Self other;
  story.on_act = [&, done = false](const sim::Act& act) mutable {
    if (done || act.text() != "box2 stop ff-split-worker.service") return;
    done = true;
    sim::Machine& edge = story.world.machine("edge");
    edge.cut = true;
    story.world.time().after(20s, [&] {
      edge.cut = false;
      edge.lock_owner = &other;
      edge.lock_words = "a second operator's";
    });
  };
  const Outcome outcome = story.go("replica");
  CHECK(outcome.kind == Outcome::Kind::down);
  CHECK(story.acts_since("box2 stop ff-split-worker.service").empty());
  CHECK(story.broken == Lines{});
}
