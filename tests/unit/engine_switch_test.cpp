// The way from split to copies and back, through the production planner and engine, on the simulated world.
#include <algorithm>

#include "catch.hpp"
#include "engine_story.hpp"

using namespace ff;
using namespace ff::testing;
using namespace std::chrono_literals;
using domain::Outcome;

namespace {

using Lines = std::vector<std::string>;

/// Without the intent, which is on every machine before the first and after the last act.
Lines steps_of(Story& story, std::size_t from = 0) {
  Lines acts = story.acts(from);
  std::erase_if(acts,
                [](const std::string& act) { return act.ends_with(" write_file /var/lib/ff/intent.json"); });
  return acts;
}

std::size_t place(const Lines& acts, const std::string& act) {
  const auto found = std::ranges::find(acts, act);
  INFO(act);
  REQUIRE(found != acts.end());
  return static_cast<std::size_t>(found - acts.begin());
}

const std::string replicas_stand =
    "box1 ff-replica.service loaded active enabled\n"
    "box1 ff-split-leader.service masked inactive masked\n"
    "box1 old-split-watchdog.service masked inactive masked\n"
    "box1 old-split-watchdog.timer masked inactive masked\n"
    "box1 intent replica steady\n"
    "box2 ff-replica.service loaded active enabled\n"
    "box2 ff-split-worker.service masked inactive masked\n"
    "box2 intent replica steady\n"
    "edge nginx.service loaded active enabled\n"
    "edge intent replica steady\n"
    "route replica 10.77.0.11:8001/8 10.77.0.12:8001/12\n";

const std::string split_stands =
    "box1 ff-replica.service masked inactive masked\n"
    "box1 ff-split-leader.service loaded active enabled\n"
    "box1 old-split-watchdog.service masked inactive masked\n"
    "box1 old-split-watchdog.timer masked inactive masked\n"
    "box1 intent split steady\n"
    "box2 ff-replica.service masked inactive masked\n"
    "box2 ff-split-worker.service loaded active enabled\n"
    "box2 intent split steady\n"
    "edge nginx.service loaded active enabled\n"
    "edge intent split steady\n"
    "route split 10.77.0.11:8000/12\n";

}  // namespace

TEST_CASE("split to copies: the acts in their order", "[engine]") {
  Story story;
  story.split_serves().recorded("replica", "box2", 5min).recorded("replica", "box1", 12min);
  const Outcome outcome = story.go("replica");
  CHECK(outcome.kind == Outcome::Kind::reached);
  CHECK(outcome.serving == 2);
  CHECK(story.broken == Lines{});
  CHECK(steps_of(story) == Lines{"box1 disable old-split-watchdog.timer old-split-watchdog.service",
                                 "box1 stop old-split-watchdog.timer",
                                 "box1 stop old-split-watchdog.service",
                                 "box2 write_file /etc/ff/env/ff-replica.env",
                                 "box1 write_file /etc/ff/env/ff-replica.env",
                                 "edge set_route maintenance",
                                 "box1 disable ff-split-leader.service",
                                 "box1 stop ff-split-leader.service",
                                 "box2 disable ff-split-worker.service",
                                 "box2 stop ff-split-worker.service",
                                 "box1 make_link /etc/systemd/system.control/ff-split-leader.service",
                                 "box1 make_link /etc/systemd/system.control/old-split-watchdog.service",
                                 "box1 make_link /etc/systemd/system.control/old-split-watchdog.timer",
                                 "box1 reload ",
                                 "box2 make_link /etc/systemd/system.control/ff-split-worker.service",
                                 "box2 reload ",
                                 "box2 reset_failed ff-replica.service",
                                 "box2 start ff-replica.service",
                                 "box2 append_file /var/lib/ff/starts.jsonl",
                                 "edge set_route replica 10.77.0.12:8001",
                                 "box2 enable ff-replica.service",
                                 "box1 reset_failed ff-replica.service",
                                 "box1 start ff-replica.service",
                                 "box1 append_file /var/lib/ff/starts.jsonl",
                                 "edge set_route replica 10.77.0.11:8001 10.77.0.12:8001",
                                 "box1 enable ff-replica.service",
                                 "edge append_file /var/lib/ff/outages.jsonl"});
}

TEST_CASE("split to copies and back: the world at the end", "[engine]") {
  Story story;
  story.split_serves();
  REQUIRE(story.go("replica").kind == Outcome::Kind::reached);
  CHECK(story.standing() == replicas_stand);
  const std::size_t before = story.world.acts().size();
  REQUIRE(story.go("split").kind == Outcome::Kind::reached);
  CHECK(story.standing() == split_stands);
  CHECK(story.broken == Lines{});
  const Lines acts = steps_of(story, before);
  CHECK(place(acts, "box2 start ff-split-worker.service") <
        place(acts, "box1 start ff-split-leader.service"));
  CHECK(place(acts, "box1 start ff-split-leader.service") <
        place(acts, "edge set_route split 10.77.0.11:8000"));
  CHECK(place(acts, "edge set_route split 10.77.0.11:8000") <
        place(acts, "box1 enable ff-split-leader.service"));
  REQUIRE(story.go("replica").kind == Outcome::Kind::reached);
  CHECK(story.standing() == replicas_stand);
}

TEST_CASE("clients meet one outage, an honest one, and then nothing but answers", "[engine]") {
  Story story;
  story.split_serves();
  const MonoTime began = story.world.time().now();
  REQUIRE(story.go("replica").kind == Outcome::Kind::reached);
  story.world.time().pass(1min);
  CHECK(story.clients_saw(began) == "200 503 200");
  const MonoTime back = story.world.time().now();
  REQUIRE(story.go("split").kind == Outcome::Kind::reached);
  CHECK(story.clients_saw(back) == "200 503 200");
}

TEST_CASE("requests under way end before their engine is stopped", "[engine]") {
  Story story;
  story.split_serves();
  story.world.clients().load(6, 4s);
  int cut = -1;
  story.on_act = [&](const sim::Act& act) {
    if (act.text() != "box1 disable ff-split-leader.service") return;
    cut = story.world.engine_at({"10.77.0.11", 8000})->running;
  };
  REQUIRE(story.go("replica").kind == Outcome::Kind::reached);
  CHECK(cut == 0);
}

TEST_CASE("the watchdog that would stop the copies never runs again", "[engine]") {
  Story story;
  story.split_serves();
  REQUIRE(story.go("replica").kind == Outcome::Kind::reached);
  // By a hand and by a power cycle: the mask holds against both.
  sim::Machine& box = story.world.machine("box1");
  CHECK_FALSE(box.manager.queue(UnitName(leader_unit), sim::JobKind::start));
  CHECK_FALSE(box.manager.queue(UnitName(watchdog_timer), sim::JobKind::start));
  story.world.power_cycle("box1");
  story.world.time().pass(2min);
  CHECK(story.standing() == replicas_stand);
  CHECK(story.broken == Lines{});
}

TEST_CASE("a watchdog that goes to work after the plan was made is silenced in its work", "[engine]") {
  Story story;
  story.world.install(
      "box1", watchdog_service,
      "[Service]\nType=oneshot\nExecStart=/bin/sh -c 'sleep 8; curl -sf http://box1:8000/health || "
      "systemctl restart ff-split-leader.service'\n");
  story.world.install("box1", watchdog_timer,
                      "[Timer]\nOnActiveSec=1h\nOnUnitInactiveSec=1h\n[Install]\nWantedBy=timers.target\n");
  story.split_serves();
  // It looks while the leader's memory comes back: stopped, and not masked yet.
  story.world.manner("box1", leader_unit).memory_return = 10s;
  const auto invocation = [&] {
    return story.world.machine("box1").manager.state(UnitName(leader_unit)).invocation;
  };
  const InvocationId before = invocation();
  bool at_work = false;
  story.on_act = [&](const sim::Act& act) {
    if (at_work || act.text() != "box1 write_file /var/lib/ff/intent.json") return;
    at_work = true;
    REQUIRE(story.world.machine("box1").manager.queue(UnitName(watchdog_service), sim::JobKind::start));
  };
  const MonoTime began = story.world.time().now();
  CHECK(story.go("replica").kind == Outcome::Kind::reached);
  CHECK(story.world.time().now() - began < 1min);
  CHECK(at_work);
  CHECK(invocation() == before);
  CHECK(story.broken == Lines{});
}

TEST_CASE("a mask's link that its manager has not read yet is no mask", "[engine]") {
  // A hand stopped everything, made the links and forgot the reload.
  Story story;
  story.quick().split_serves();
  const std::vector<std::pair<const char*, const char*>> retired = {
      {"box1", watchdog_timer}, {"box1", watchdog_service}, {"box1", leader_unit}, {"box2", worker_unit}};
  for (const auto& [machine, unit] : retired) {
    sim::Manager& manager = story.world.machine(machine).manager;
    REQUIRE(manager.disable(UnitName(unit)));
    REQUIRE(manager.queue(UnitName(unit), sim::JobKind::stop));
    manager.reload();
    story.world.time().pass(1s);
    story.world.machine(machine).disk.link(std::string("/etc/systemd/system.control/") + unit, "/dev/null");
  }
  REQUIRE(story.world.machine("box1").manager.state(UnitName(leader_unit)).load == domain::LoadState::loaded);
  CHECK(story.go("replica").kind == Outcome::Kind::reached);
  CHECK(story.broken == Lines{});
}

TEST_CASE("without ff, the watchdog's restart stops the copy: the world can show the story's fault",
          "[engine]") {
  Story story;
  story.split_serves();
  sim::Manager& box = story.world.machine("box1").manager;
  REQUIRE(box.queue(UnitName(leader_unit), sim::JobKind::stop));
  story.world.machine("box1").disk.put("/etc/ff/env/ff-replica.env", "FF_PORT=8001\n");
  story.world.time().pass(1500ms);
  REQUIRE(box.queue(UnitName(replica_unit), sim::JobKind::start));
  story.world.time().pass(10s);
  CHECK(box.state(UnitName(replica_unit)).active == domain::ActiveState::inactive);
  REQUIRE_FALSE(box.taken_down().empty());
  CHECK(box.taken_down().back() == "ff-replica.service stopped by the start of ff-split-leader.service");
}

TEST_CASE("four boxes go the same way", "[engine]") {
  Story story(4);
  story.split_serves();
  REQUIRE(story.go("replica").kind == Outcome::Kind::reached);
  CHECK(story.go("replica").kind == Outcome::Kind::already);
  REQUIRE(story.go("split").kind == Outcome::Kind::reached);
  CHECK(story.broken == Lines{});
}
