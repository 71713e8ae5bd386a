// A run is followed from its record, on the simulated world.
#include "app/attach.h"

#include "catch.hpp"
#include "codec/holder.h"
#include "engine_story.hpp"

using namespace ff;
using namespace ff::testing;
using namespace std::chrono_literals;
using domain::Record;

namespace {

/// A run that locks box1 and notes what it is about to do, every 3 s a step, to its end.
void other_run(Story& story, bool dies) {
  sim::World& world = story.world;
  world.machine("box1").lock_words =
      codec::holder_json({RunId("7f3a0001"), "ops@runner", "switch replica", world.time().wall(), "", 7});
  domain::RunHeader header;
  header.run = RunId("7f3a0001");
  header.to = ProfileName("replica");
  header.absent = {MachineName("box2")};
  world.runs.push_back({header, {}, false});
  const auto note = [&world](Record::Kind kind, const std::string& text) {
    Record record;
    record.kind = kind;
    record.text = text;
    record.at = world.time().wall();
    world.runs.back().records.push_back(record);
  };
  world.time().after(3s, [=] { note(Record::Kind::about_to, "one"); });
  world.time().after(6s, [=] { note(Record::Kind::done, "one is done"); });
  world.time().after(9s, [=, &world] {
    if (!dies) note(Record::Kind::ended, "reached");
    world.machine("box1").lock_words.clear();
  });
}

struct Told {
  Result<app::Followed> how = fail(ErrorCode::failed, "not followed");
  std::vector<std::string> texts;
  app::Following following;
};

Told follow(Story& story, const std::string& run, const std::stop_token& stop = {}) {
  return story.with_ff([&](const app::Scene& scene, sim::Seat&) {
    Told told;
    told.following.run = RunId(run);
    told.how = app::follow_run(
        scene, told.following, [&](const Record& record) { told.texts.push_back(record.text); }, stop);
    return told;
  });
}

}  // namespace

TEST_CASE("a run is followed to its end, each record once", "[app][attach]") {
  Story story;
  other_run(story, false);
  const Told told = follow(story, "7f3a0001");
  REQUIRE(told.how);
  CHECK(*told.how == app::Followed::ended);
  CHECK(told.texts == std::vector<std::string>{"one", "one is done", "reached"});
  const domain::Outcome outcome = app::ending_of(told.following.seen);
  CHECK(outcome.kind == domain::Outcome::Kind::reached);
  CHECK(outcome.absent == std::vector{MachineName("box2")});
}

TEST_CASE("a run that dies is told as dead, but not before a new lock could be its own", "[app][attach]") {
  Story story;
  other_run(story, true);
  const MonoTime began = story.world.time().now();
  const Told told = follow(story, "7f3a0001");
  REQUIRE(told.how);
  CHECK(*told.how == app::Followed::died);
  CHECK(story.world.time().now() - began > 40s);
}

TEST_CASE("looking away leaves the run alone, and a run that never comes is not found", "[app][attach]") {
  Story story;
  other_run(story, false);
  std::stop_source stop;
  story.world.time().after(4s, [&] { stop.request_stop(); });
  const Told told = follow(story, "7f3a0001", stop.get_token());
  REQUIRE(told.how);
  CHECK(*told.how == app::Followed::stopped);
  CHECK(story.world.acts().empty());
  const Told never = follow(story, "00000009");
  REQUIRE_FALSE(never.how);
  CHECK(never.how.error().code == ErrorCode::not_found);
}
