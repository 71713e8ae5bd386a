// What the simulation found, each as one named story.
#include <algorithm>

#include "catch.hpp"
#include "engine_story.hpp"

using namespace ff;
using namespace ff::testing;
using namespace std::chrono_literals;
using domain::Outcome;

namespace {

using Lines = std::vector<std::string>;

/// Lanes of the simulation run one after another: an engine that hangs must not eat the others' time.
void ask_briefly(Story& story) {
  for (domain::Profile& profile : story.declaration.profiles) profile.token_deadline = 1s;
}

std::string error_of(const Outcome& outcome) {
  return outcome.error ? outcome.error->what : "no error";
}

}  // namespace

TEST_CASE("a copy that hangs right after it was healthy is found by the last look", "[engine]") {
  Story story;
  ask_briefly(story);
  story.split_serves().recorded("replica", "box2", 5min);
  story.world.manner("box1", replica_unit).hangs_after = 1500ms;
  const Outcome outcome = story.go("replica");
  CHECK(outcome.kind == Outcome::Kind::degraded);
  CHECK(outcome.serving == 1);
  CHECK_THAT(error_of(outcome), Catch::Contains("gives no token any more"));
  story.world.manner("box1", replica_unit).hangs_after.reset();
  CHECK(story.go("replica").kind == Outcome::Kind::reached);
  CHECK(story.broken == Lines{});
}

TEST_CASE("a unit that somebody brings back while it is retired ends the wait at once", "[engine]") {
  const auto [last, word] = GENERATE(table<std::string, std::string>({
      {"box1 stop ff-split-leader.service", "enabled"},
      {"box1 stop ff-split-leader.service", "started"},
      {"box1 make_link /etc/systemd/system.control/old-split-watchdog.service", "enabled"},
  }));
  INFO(last << ", " << word);
  Story story;
  story.quick().split_serves();
  story.on_failure = app::OnFailure::stop;
  MonoTime meddled;
  story.on_act = [&, at = last, how = word](const sim::Act& act) {
    sim::Manager& manager = story.world.machine("box1").manager;
    if (act.text() != at) return;
    if (meddled == MonoTime{}) meddled = story.world.time().now();
    const UnitName unit(act.call == "stop" ? leader_unit : watchdog_timer);
    if (how == "enabled") REQUIRE(manager.enable(unit));
    if (how == "started") REQUIRE(manager.queue(unit, sim::JobKind::start));
  };
  CHECK_THAT(error_of(story.go("replica")), Catch::Contains("was " + word + " by something"));
  CHECK(story.world.time().now() - meddled < 20s);
  story.on_act = nullptr;
  CHECK(story.go("replica").kind == Outcome::Kind::reached);
  const auto wanted = story.world.machine("box1").disk.wanted();
  CHECK(wanted == std::set<UnitName>{UnitName(replica_unit)});
  CHECK(story.broken == Lines{});
}

TEST_CASE("a mask that went while its answer was lost is read all the same", "[engine]") {
  Story story;
  story.quick().split_serves();
  story.world.machine("box2").disk.link(std::string("/etc/systemd/system.control/") + worker_unit,
                                        "/dev/null");
  story.world.machine("box2").manager.reload();
  story.world.fail_next(
      {"remove_file", MachineName("box2"), {ErrorCode::link_lost, "gone", {}, {}, {}}, true});
  CHECK(story.go("replica").kind == Outcome::Kind::nothing_changed);
  CHECK(story.world.machine("box2").manager.state(UnitName(worker_unit)).load == domain::LoadState::loaded);
  CHECK(story.go("replica").kind == Outcome::Kind::reached);
  CHECK(story.broken == Lines{});
}

TEST_CASE("what somebody has done meanwhile is not done again", "[engine]") {
  Story story;
  story.quick().split_serves();
  const std::string path = std::string("/etc/systemd/system.control/") + worker_unit;
  story.on_act = [&](const sim::Act& act) {
    if (act.machine != MachineName("box1") || act.call != "make_link") return;
    story.world.machine("box2").disk.link(path, "/dev/null");
    story.world.machine("box2").manager.reload();
  };
  CHECK(story.go("replica").kind == Outcome::Kind::reached);
  CHECK(std::ranges::count(story.acts(), "box2 make_link " + path) == 0);
  CHECK(story.world.machine("box2").manager.state(UnitName(worker_unit)).load == domain::LoadState::masked);
  CHECK(story.broken == Lines{});
}

TEST_CASE("a rank that dies while requests are left to end: they hang, and are not waited for", "[engine]") {
  Story story;
  story.quick().split_serves();
  story.world.clients().load(6, 5min);
  MonoTime died;
  MonoTime stopped;
  story.on_act = [&](const sim::Act& act) {
    const MonoTime now = story.world.time().now();
    if (act.text() == "edge set_route maintenance" && died == MonoTime{}) {
      died = now;
      REQUIRE(story.world.machine("box2").manager.queue(UnitName(worker_unit), sim::JobKind::stop));
    }
    if (act.text() == "box1 stop ff-split-leader.service") stopped = now;
  };
  CHECK(story.go("replica").kind == Outcome::Kind::reached);
  CHECK(stopped - died < 10s);
  CHECK(std::ranges::any_of(story.events, [](const domain::Event& event) {
    return event.text.starts_with("skipped: ff-split-worker.service is ");
  }));
}

TEST_CASE("two profiles that run one unit on ports of their own: requests end first", "[engine]") {
  Story story;
  story.quick().split_serves();
  domain::Profile other = *story.declaration.find(ProfileName("replica"));
  other.name = ProfileName("other");
  other.port = 8005;
  story.declaration.profiles.insert(story.declaration.profiles.begin(), other);
  REQUIRE(story.go("replica").kind == Outcome::Kind::reached);
  story.world.clients().load(6, 4s);
  CHECK(story.go("other").kind == Outcome::Kind::reached);
  CHECK(story.broken == Lines{});
}

TEST_CASE("an engine that loads for longer than its profile allows is started anew", "[engine]") {
  Story story;
  for (domain::Profile& profile : story.declaration.profiles) profile.start_deadline = 1min;
  story.quick().split_serves();
  story.world.manner("box1", replica_unit).never_ready = true;
  REQUIRE(story.go("replica").kind == Outcome::Kind::degraded);
  story.world.manner("box1", replica_unit).never_ready = false;
  CHECK(story.go("replica").kind == Outcome::Kind::reached);
  CHECK(story.broken == Lines{});
}

TEST_CASE("a copy that hangs is not counted among those that serve", "[app]") {
  Story story;
  ask_briefly(story);
  story.quick().split_serves();
  REQUIRE(story.go("replica").kind == Outcome::Kind::reached);
  story.world.engine_at({"10.77.0.11", 8001})->hang();
  story.world.fail_next({"set_route", MachineName("edge"), {ErrorCode::failed, "no", {}, {}, {}}, false});
  const Outcome outcome = story.go("replica");
  CHECK(outcome.kind == Outcome::Kind::nothing_changed);
  CHECK(outcome.serving == 1);
}

TEST_CASE("sim: a reload outlives those who no longer watch", "[sim]") {
  Story story;
  sim::Manager& manager = story.world.machine("box1").manager;
  (void)manager.watch({UnitName(replica_unit)});
  const auto watcher = manager.watch({UnitName(replica_unit)});
  manager.reload();
  CHECK(watcher->changed.size() == 1);
}
