// What the use cases write and what they do not, on the simulated world.
#include <algorithm>

#include "app/status.h"
#include "catch.hpp"
#include "engine_story.hpp"

using namespace ff;
using namespace ff::testing;
using namespace std::chrono_literals;
using domain::Outcome;

namespace {

using Lines = std::vector<std::string>;

/// Nothing of the world may differ afterwards but the time.
class Untouched {
 public:
  explicit Untouched(Story& story)
      : story_(story), disks_(story.disks()), standing_(story.standing()), acts_(story.world.acts().size()) {}

  void check() {
    CHECK(story_.world.acts().size() == acts_);
    CHECK(story_.disks() == disks_);
    CHECK(story_.standing() == standing_);
    CHECK(story_.world.machine("box1").lock_words.empty());
  }

 private:
  Story& story_;
  std::string disks_;
  std::string standing_;
  std::size_t acts_;
};

}  // namespace

TEST_CASE("where everything is so already, nothing is written", "[app]") {
  Story story;
  story.quick().split_serves();
  REQUIRE(story.go("replica").kind == Outcome::Kind::reached);
  Untouched untouched(story);
  const Outcome outcome = story.go("replica");
  CHECK(outcome.kind == Outcome::Kind::already);
  CHECK(outcome.serving == 2);
  CHECK(outcome.run.empty());
  untouched.check();
}

TEST_CASE("plan and status write nothing, whatever they meet", "[app]") {
  Story story;
  story.quick();
  const bool serves = GENERATE(true, false);
  if (serves) story.split_serves();
  if (!serves) story.world.machine("box2").cut = true;
  Untouched untouched(story);
  story.with_ff([&](const app::Scene& scene, sim::Seat&) {
    const auto plan = app::plan_for(scene, ProfileName("replica"), {}, {});
    REQUIRE(plan);
    CHECK(plan->empty() == !serves);
    const auto report = app::status(scene, app::Tokens::asked, {});
    CHECK(report.snapshot.machine(MachineName("box2")).known() == serves);
    CHECK_FALSE(app::plan_for(scene, ProfileName("nonsense"), {}, {}));
    return 0;
  });
  untouched.check();
}

TEST_CASE("a refused plan is not even locked for", "[app]") {
  Story story;
  story.quick().split_serves();
  // A timer that ticks beside the test would change how the world stands.
  REQUIRE(story.world.machine("box1").manager.queue(UnitName(watchdog_timer), sim::JobKind::stop));
  SECTION("a box that does not answer") {
    story.world.machine("box2").cut = true;
  }
  SECTION("a unit without a file") {
    story.world.machine("box2").disk.remove("/etc/systemd/system/ff-replica.service");
    story.world.machine("box2").manager.reload();
  }
  SECTION("a login that may not act") {
    story.world.machine("box2").uid = 1000;
  }
  SECTION("too little memory") {
    story.world.machine("box1").memory.set_at_rest({kibibytes(127601452), kibibytes(99000000)});
  }
  SECTION("a box's disk that takes no writes") {
    story.world.machine("box1").disk.set_read_only(true);
  }
  SECTION("a full disk on the route host") {
    story.world.machine("edge").disk.set_full(true);
  }
  SECTION("a watchdog that no profile declares") {
    story.world.install("box1", "nanny.timer",
                        "[Timer]\nOnActiveSec=1h\n[Install]\nWantedBy=timers.target\n");
    story.world.install(
        "box1", "nanny.service",
        "[Service]\nType=oneshot\nExecStart=/usr/bin/systemctl start ff-split-leader.service\n");
    sim::Manager& manager = story.world.machine("box1").manager;
    REQUIRE(manager.enable(UnitName("nanny.timer")));
    manager.reload();
    REQUIRE(manager.queue(UnitName("nanny.timer"), sim::JobKind::start));
  }
  Untouched untouched(story);
  bool asked = false;
  const Outcome outcome = story.go("replica", {}, [&](const domain::Plan&) { return asked = true; });
  CHECK(outcome.kind == Outcome::Kind::refused);
  CHECK_FALSE(outcome.hazards.empty());
  CHECK_FALSE(asked);
  untouched.check();
}

TEST_CASE("a run that cannot write its first notes leaves every intent as it was", "[app]") {
  Story story;
  story.quick().split_serves();
  const bool intended = GENERATE(false, true);
  if (intended) REQUIRE(story.go("replica").kind == Outcome::Kind::reached);
  const auto before = story.intent_on("box1");
  const std::string standing = story.standing();
  const Error full{ErrorCode::failed, "No space left on device", {}, {}, {}};
  SECTION("an intent") {
    story.world.fail_next({"write_file", MachineName(GENERATE("box1", "box2", "edge")), full});
  }
  SECTION("the record") {
    story.world.fail_next({"record", MachineName("edge"), full});
  }
  SECTION("anything more, on a disk that stays full") {
    story.on_act = [&](const sim::Act& act) {
      if (act.text() == "box1 write_file /var/lib/ff/intent.json")
        story.world.machine("edge").disk.set_full(true);
    };
  }
  const Outcome outcome = story.go(intended ? "split" : "replica");
  CHECK(outcome.kind == Outcome::Kind::nothing_changed);
  REQUIRE(outcome.error);
  CHECK_THAT(outcome.error->what, Catch::Contains("No space left"));
  CHECK(outcome.error->evidence == Lines{});
  for (const char* machine : {"box1", "box2", "edge"}) CHECK(story.intent_on(machine) == before);
  CHECK(story.standing() == standing);
  CHECK(story.broken == Lines{});
}

TEST_CASE("a no to the plan leaves everything as it is", "[app]") {
  Story story;
  story.quick().split_serves();
  Untouched untouched(story);
  int stages = 0;
  const Outcome outcome = story.go("replica", {}, [&](const domain::Plan& plan) {
    stages = static_cast<int>(plan.stages.size());
    CHECK(story.world.machine("box1").lock_words.empty());
    return false;
  });
  CHECK(outcome.kind == Outcome::Kind::nothing_changed);
  CHECK(stages > 10);
  untouched.check();
}

TEST_CASE("one busy machine is enough to be turned away, and no lock stays", "[app]") {
  Story story;
  story.quick().split_serves();
  const std::string busy = GENERATE("box1", "box2", "edge");
  story.world.machine(busy).lock_words = "7f3a by ops@elsewhere";
  const std::size_t before = story.world.acts().size();
  const Outcome outcome = story.go("replica");
  CHECK(outcome.kind == Outcome::Kind::locked);
  REQUIRE(outcome.error);
  CHECK(outcome.error->where.machine == MachineName(busy));
  CHECK(outcome.error->evidence == Lines{"7f3a by ops@elsewhere"});
  CHECK(story.world.acts().size() == before);
  for (const char* name : {"box1", "box2", "edge"}) {
    CHECK(story.world.machine(name).lock_owner == nullptr);
    CHECK(story.world.machine(name).lock_words.empty() == (busy != name));
  }
}

TEST_CASE("the intent is on every machine before the first act, and says steady at the end", "[app]") {
  Story story;
  story.quick().split_serves();
  REQUIRE(story.go("replica").kind == Outcome::Kind::reached);
  const Lines acts = story.acts();
  const Lines intents = {"box1 write_file /var/lib/ff/intent.json", "box2 write_file /var/lib/ff/intent.json",
                         "edge write_file /var/lib/ff/intent.json"};
  CHECK(Lines(acts.begin(), acts.begin() + 3) == intents);
  CHECK(Lines(acts.end() - 3, acts.end()) == intents);
  for (const char* name : {"box1", "box2", "edge"}) {
    const auto intent = story.intent_on(name);
    REQUIRE(intent);
    CHECK(intent->generation == domain::Generation{1, RunId("00000001")});
    CHECK(intent->from == ProfileName("split"));
    CHECK(intent->to == ProfileName("replica"));
    CHECK(intent->phase == domain::Intent::Phase::steady);
    CHECK(intent->operator_name == "ops@runner");
  }
  REQUIRE(story.go("split").kind == Outcome::Kind::reached);
  CHECK(story.intent_on("edge")->generation == domain::Generation{2, RunId("00000002")});
}

TEST_CASE("while it runs the intent says switching, and stays so when it fails", "[app]") {
  Story story;
  story.quick().split_serves();
  bool checked = false;
  story.on_act = [&](const sim::Act& act) {
    if (act.text() != "box1 stop ff-split-leader.service") return;
    checked = true;
    CHECK(story.intent_on("box2")->phase == domain::Intent::Phase::switching);
  };
  story.world.manner("box1", replica_unit).dies_after = 100ms;
  REQUIRE(story.go("replica").kind == Outcome::Kind::degraded);
  CHECK(checked);
  CHECK(story.intent_on("edge")->phase == domain::Intent::Phase::switching);
  CHECK(story.intent_on("edge")->to == ProfileName("replica"));
}

TEST_CASE("starts are recorded on their box and make the next plan's prediction", "[app]") {
  Story story;
  story.split_serves();
  story.world.manner("box1", replica_unit).load = 50s;
  story.world.manner("box2", replica_unit).load = 20s;
  REQUIRE(story.go("replica").kind == Outcome::Kind::reached);
  REQUIRE(story.go("split").kind == Outcome::Kind::reached);
  const auto plan = story.with_ff([&](const app::Scene& scene, sim::Seat&) {
    return app::plan_for(scene, ProfileName("replica"), {}, {});
  });
  REQUIRE(plan);
  CHECK(plan->prediction.outage);
  CHECK(plan->prediction.first == InstanceName("box2"));
  CHECK(plan->prediction.recorded_starts == 1);
  REQUIRE(plan->prediction.start);
  CHECK(*plan->prediction.start > 20s);
  CHECK(*plan->prediction.start < 22s);
  REQUIRE(plan->prediction.start_back);
  CHECK(*plan->prediction.start_back < 6s);
}

TEST_CASE("a run's record tells every step and how it ended", "[app]") {
  Story story;
  story.quick().split_serves();
  REQUIRE(story.go("replica").kind == Outcome::Kind::reached);
  REQUIRE(story.world.runs.size() == 1);
  const domain::Run& run = story.world.runs.front();
  CHECK(run.header.run == RunId("00000001"));
  CHECK(run.header.generation == 1);
  CHECK(run.header.to == ProfileName("replica"));
  CHECK(run.outcome() == "reached");
  const auto count = [&](domain::Record::Kind kind) {
    return std::ranges::count(run.records, kind, &domain::Record::kind);
  };
  CHECK(count(domain::Record::Kind::about_to) == count(domain::Record::Kind::done));
  CHECK(count(domain::Record::Kind::done) > 15);
  CHECK(count(domain::Record::Kind::failed) == 0);
  CHECK(story.world.machine("edge").lock_owner == nullptr);
}

TEST_CASE("what was seen before the lock does not count", "[app]") {
  Story story;
  story.quick().split_serves();
  // Another operator's switch comes between the plan that was shown and the lock.
  bool asked = false;
  const Outcome outcome = story.go("replica", {}, [&](const domain::Plan&) {
    asked = true;
    story.world.machine("box2").disk.remove("/etc/systemd/system/ff-replica.service");
    story.world.machine("box2").manager.reload();
    return true;
  });
  CHECK(asked);
  CHECK(outcome.kind == Outcome::Kind::refused);
  CHECK(story.acts().empty());
  CHECK(story.world.machine("box1").lock_owner == nullptr);
}

TEST_CASE("a stop before the run begins changes nothing and is no refusal", "[app]") {
  Story story;
  story.quick().split_serves();
  REQUIRE(story.world.machine("box1").manager.queue(UnitName(watchdog_timer), sim::JobKind::stop));
  std::stop_source source;
  const bool shown = GENERATE(true, false);
  if (!shown) source.request_stop();
  Untouched untouched(story);
  const Outcome outcome = story.go("replica", source.get_token(), [&](const domain::Plan&) {
    CHECK(shown);
    return source.request_stop();
  });
  REQUIRE(outcome.error);
  CHECK(outcome.error->code == ErrorCode::cancelled);
  CHECK(outcome.run.empty());
  untouched.check();
}
