// A rehearsal begins as the world was seen, goes as a switch would, ends as it would, and touches nothing.
#include <algorithm>
#include <set>

#include "adapters/sim/imagined_world.h"
#include "app/rehearse.h"
#include "catch.hpp"
#include "codec/snapshot.h"
#include "engine_story.hpp"

using namespace ff;
using namespace ff::testing;
using namespace std::chrono_literals;
using domain::Mishap;
using domain::Outcome;

namespace {

domain::Snapshot seen(const app::Scene& scene) {
  const Limit limit = ports::within(*scene.readers.clock, app::whole_observe_deadline);
  return app::observe_all(scene, observe::Depth::whole, app::Tokens::asked, limit);
}

/// What two looks at the same state have in common: no times, and only relations to units that were asked
/// for.
std::string comparable(domain::Snapshot snapshot) {
  snapshot.seen_at = {};
  snapshot.took = {};
  for (auto& [name, view] : snapshot.machines) {
    view.clock = {};
    view.uptime = {};
    for (auto& [unit, state] : view.units) {
      state.active_since_us = 0;
      if (state.load == domain::LoadState::not_found) state = {};
    }
    for (domain::UnitDefinition& definition : view.definitions) {
      for (auto& [relation, units] : definition.relations)
        std::erase_if(units, [&, &its = view.units](const UnitName& unit) { return !its.contains(unit); });
      std::erase_if(definition.relations, [](const auto& relation) { return relation.second.empty(); });
    }
  }
  for (auto& [profile, healths] : snapshot.health) {
    for (auto& [instance, health] : healths) {
      health.evidence.clear();
      health.first_token.reset();
    }
  }
  return codec::snapshot_json(snapshot);
}

/// Small times, so that thousands of looks are not needed.
void hurry(Story& story) {
  for (domain::Profile& profile : story.declaration.profiles) {
    profile.expected_start = 3s;
    profile.start_deadline = 20s;
  }
}

class Rehearsing {
 public:
  explicit Rehearsing(Story& story, const char* target = "replica")
      : imagine_([&story](const domain::Snapshot& snapshot, const std::vector<ports::Pace>& paces) {
          return std::make_unique<sim::ImaginedWorld>(story.declaration, snapshot, paces);
        }),
        seat_(story.world),
        scene_{story.declaration, seat_.readers()} {
    app::SwitchRequest request;
    request.target = ProfileName(target);
    request.run = RunId("00000001");
    auto prepared = app::Rehearsal::prepare(scene_, imagine_, request, {});
    REQUIRE(prepared);
    rehearsal_.emplace(std::move(*prepared));
  }

  app::Rehearsal& operator*() { return *rehearsal_; }
  app::Rehearsal* operator->() { return &*rehearsal_; }
  app::Rehearsed with(const std::vector<std::string>& names) {
    std::vector<Mishap> mishaps;
    for (const std::string& name : names) {
      const auto mishap = rehearsal_->mishap_named(name);
      INFO(name);
      REQUIRE(mishap);
      mishaps.push_back(*mishap);
    }
    return rehearsal_->play(mishaps);
  }

 private:
  ports::Imagine imagine_;
  sim::Seat seat_;
  app::Scene scene_;
  std::optional<app::Rehearsal> rehearsal_;
};

using Steps = std::vector<std::string>;

Steps steps_done(const std::vector<domain::Event>& events) {
  Steps steps;
  for (const domain::Event& event : events) {
    if (event.kind == domain::Event::Kind::step_done)
      steps.push_back(std::to_string(event.stage) + " " + event.step + " " + event.where.machine.text());
  }
  return steps;
}

}  // namespace

TEST_CASE("an imagined world is seen as the one that it was made from", "[rehearse]") {
  Story story;
  story.quick();
  const std::string state = GENERATE("nothing", "split", "replica", "killed early", "killed late",
                                     "a copy hangs", "a rank is dead", "a box is cut off");
  if (state != "nothing" && state != "a box is cut off") story.split_serves();
  if (state == "replica" || state == "a copy hangs")
    REQUIRE(story.go("replica").kind == Outcome::Kind::reached);
  if (state.starts_with("killed")) {
    story.world.kill_after(state == "killed early" ? 12 : 40);
    CHECK_THROWS_AS(story.go("replica"), sim::Killed);
    story.ff = nullptr;
  }
  if (state == "a copy hangs") story.world.engine_at({"10.77.0.11", 8001})->hang();
  if (state == "a rank is dead")
    REQUIRE(story.world.machine("box2").manager.queue(UnitName(worker_unit), sim::JobKind::stop));
  story.world.machine("box2").cut = state == "a box is cut off";
  story.world.time().pass(1500ms);
  INFO(state);
  const domain::Snapshot before =
      story.with_ff([](const app::Scene& scene, sim::Seat&) { return seen(scene); });
  sim::ImaginedWorld imagined(story.declaration, before, {});
  domain::Snapshot again;
  CHECK(imagined.perform(
      [&](ports::Readers& readers, ports::Gate&) { again = seen({story.declaration, readers}); }));
  CHECK(comparable(again) == comparable(before));
}

TEST_CASE("a rehearsed switch goes as the switch does, and touches nothing", "[rehearse]") {
  Story story;
  story.split_serves();
  const std::string disks = story.disks();
  const std::size_t acts = story.world.acts().size();
  Rehearsing rehearsing(story);
  const app::Rehearsed run = rehearsing->play({});
  CHECK(run.outcome.kind == Outcome::Kind::reached);
  CHECK(run.outcome.serving == 2);
  // A start of 13 minutes is declared, and no minute of it was waited for.
  REQUIRE(run.outcome.outage_seen);
  CHECK(*run.outcome.outage_seen > 13min);
  CHECK(*run.outcome.outage_seen < 14min);
  CHECK(story.disks() == disks);
  CHECK(story.world.acts().size() == acts);
  CHECK(story.world.machine("box1").lock_words.empty());
  REQUIRE(story.go("replica").kind == Outcome::Kind::reached);
  CHECK(steps_done(run.course) == steps_done(story.events));
}

TEST_CASE("stages of two boxes take as long as the slower one", "[rehearse]") {
  Story story;
  story.split_serves();
  Rehearsing rehearsing(story);
  const app::Rehearsed run = rehearsing->play({});
  // Each stop takes 2 s and gives its memory back after 5 more.
  for (const domain::Event& event : run.course) {
    if (event.step != "retire" || event.kind != domain::Event::Kind::step_done) continue;
    CHECK(*event.elapsed > 7s);
    CHECK(*event.elapsed < 8s);
  }
  const auto of = [&](const char* step, domain::Event::Kind kind) {
    return std::ranges::find_if(
               run.course,
               [&](const domain::Event& event) { return event.step == step && event.kind == kind; })
        ->at;
  };
  CHECK(of("mask", domain::Event::Kind::step_started) - of("retire", domain::Event::Kind::step_started) < 8s);
}

TEST_CASE("what is rehearsed to go wrong ends as the failure policy says", "[rehearse]") {
  Story story;
  story.quick().split_serves();
  hurry(story);
  Rehearsing rehearsing(story);
  struct Expected {
    std::vector<std::string> faults;
    Outcome::Kind kind;
    int serving;
  };
  // Which stage is which: 1 silence, 2 configure, 3 route, 4 drain, 5 retire, 6 mask, 7 launch, 8 health, 9
  // route, 10 enable, 11 launch, 12 health, 13 route, 14 enable, 15 settle.
  const auto expected = GENERATE(values<Expected>({
      {{"start@box1"}, Outcome::Kind::degraded, 1},
      {{"start@box2"}, Outcome::Kind::degraded, 1},
      {{"never-healthy@box2"}, Outcome::Kind::degraded, 1},
      {{"start@box1:7", "start@box2:11"}, Outcome::Kind::rolled_back, 1},
      {{"hang@box1"}, Outcome::Kind::degraded, 1},
      {{"cut@edge:6"}, Outcome::Kind::reached, 2},
      {{"gone@box2:5"}, Outcome::Kind::degraded, 1},
      {{"gone@box2:12"}, Outcome::Kind::degraded, 1},
      {{"gone@edge:9"}, Outcome::Kind::down, 0},
      {{"proxy@edge:3"}, Outcome::Kind::nothing_changed, 1},
      {{"job-timeout@box1:1"}, Outcome::Kind::nothing_changed, 1},
      {{"killed@box1:1"}, Outcome::Kind::reached, 2},
      {{"killed@box1:5"}, Outcome::Kind::reached, 2},
      {{"killed@box1:7"}, Outcome::Kind::reached, 2},
      {{"killed@edge:15"}, Outcome::Kind::reached, 2},
  }));
  const app::Rehearsed run = rehearsing.with(expected.faults);
  INFO(expected.faults.front());
  CHECK(std::string(word(run.outcome.kind)) == word(expected.kind));
  CHECK(run.outcome.serving == expected.serving);
  CHECK(run.killed == expected.faults.front().starts_with("killed"));
}

TEST_CASE("every fault at every stage comes to an end that tells the truth", "[rehearse]") {
  Story story;
  story.quick().split_serves();
  hurry(story);
  Rehearsing rehearsing(story);
  const std::vector<Mishap> mishaps = rehearsing->mishaps();
  CHECK(mishaps.size() > 150);
  std::set<std::string> names;
  for (const Mishap& mishap : mishaps) {
    names.insert(domain::text(mishap));
    // A sixth of them, and all kinds: the e2e plays them all.
    if (names.size() % 6 != 0) continue;
    const app::Rehearsed run = rehearsing->play({mishap});
    INFO(domain::text(mishap));
    CHECK(run.met);
    const bool well = run.outcome.kind == Outcome::Kind::reached;
    CHECK((well || run.outcome.error));
    CHECK((run.outcome.kind == Outcome::Kind::down) == (run.outcome.serving == 0));
    REQUIRE_FALSE(run.course.empty());
    CHECK(run.course.back().kind == domain::Event::Kind::run_ended);
  }
  CHECK(names.size() == mishaps.size());
  CHECK_FALSE(rehearsing->mishap_named("start@edge"));
  CHECK(rehearsing->mishap_named("start@box2:11"));
}

TEST_CASE("pairs are drawn by their seed, each once", "[rehearse]") {
  std::vector<Mishap> mishaps;
  for (int stage = 1; stage <= 10; ++stage)
    mishaps.push_back({Mishap::Kind::cut, MachineName("box1"), stage});
  const auto pairs = app::pairs_of(mishaps, 20, 7);
  CHECK(pairs.size() == 20);
  CHECK(pairs == app::pairs_of(mishaps, 20, 7));
  CHECK(pairs != app::pairs_of(mishaps, 20, 8));
  CHECK(app::pairs_of(mishaps, 500, 7).size() == 45);
  std::set<std::string> names;
  for (const auto& [first, second] : app::pairs_of(mishaps, 500, 7)) {
    CHECK(first.stage < second.stage);
    names.insert(domain::text(first) + domain::text(second));
  }
  CHECK(names.size() == 45);
}
