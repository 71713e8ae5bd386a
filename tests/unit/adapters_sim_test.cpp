// The simulated machine against what was measured of systemd 252, vLLM and a lost session, where the contract
// suites do not reach.
#include "adapters/sim/seat.h"
#include "adapters/sim/world.h"
#include "catch.hpp"
#include "engine_story.hpp"

using namespace ff;
using namespace ff::testing;
using namespace std::chrono_literals;
using domain::ActiveState;
using domain::LoadState;
using sim::JobKind;

namespace {

constexpr const char* runs = "[Service]\nExecStart=/bin/sleep 10000\n[Install]\nWantedBy=multi-user.target\n";

/// One box with units of the test's own.
struct Box {
  using Units = std::map<std::string, std::string>;

  explicit Box(const Units& units) {
    for (const auto& [unit, text] : units) story.world.install("box1", unit, text);
    manager.reload();
  }

  ActiveState active(const char* unit) { return manager.state(UnitName(unit)).active; }
  LoadState load(const char* unit) { return manager.state(UnitName(unit)).load; }
  std::optional<sim::Jobs::Id> queue(const char* unit, JobKind kind) {
    const auto job = manager.queue(UnitName(unit), kind);
    return job ? std::optional(*job) : std::nullopt;
  }
  void start(const char* unit) {
    REQUIRE(queue(unit, JobKind::start));
    story.world.time().pass(100ms);
  }
  void link(const char* unit) { machine.disk.link(mask(unit), "/dev/null"); }
  void unlink(const char* unit) { machine.disk.remove(mask(unit)); }
  static std::string mask(const char* unit) { return std::string("/etc/systemd/system.control/") + unit; }

  Story story;
  sim::Machine& machine = story.world.machine("box1");
  sim::Manager& manager = machine.manager;
};

/// The old watchdog would act in the test's place.
void without_watchdog(Story& story) {
  sim::Manager& manager = story.world.machine("box1").manager;
  REQUIRE(manager.disable(UnitName(watchdog_timer)));
  manager.reload();
  REQUIRE(manager.queue(UnitName(watchdog_timer), JobKind::stop));
}

}  // namespace

TEST_CASE("sim: a start waits for a conflicting stop only where the units are ordered", "[sim]") {
  const bool ordered = GENERATE(true, false);
  Story story;
  const std::string conflict = std::string("[Unit]\nConflicts=ff-split-leader.service\n") +
                               (ordered ? "After=ff-split-leader.service\n" : "") + runs;
  story.split_serves();
  without_watchdog(story);
  story.world.install("box1", "rival.service", conflict);
  sim::Manager& manager = story.world.machine("box1").manager;
  REQUIRE(manager.queue(UnitName("rival.service"), JobKind::start));
  story.world.time().pass(500ms);
  CHECK(manager.state(UnitName(leader_unit)).active == ActiveState::deactivating);
  const bool overlaps = manager.state(UnitName("rival.service")).active == ActiveState::active;
  CHECK(overlaps == !ordered);
  story.world.time().pass(1s);
  CHECK(manager.state(UnitName("rival.service")).active == ActiveState::active);
}

TEST_CASE("sim: masks count after a reload, both ways", "[sim]") {
  Box box(Box::Units{{"plain.service", runs},
                     {"other.service", std::string("[Unit]\nConflicts=held.service\n") + runs},
                     {"held.service", runs}});
  box.link("plain.service");
  CHECK(box.load("plain.service") == LoadState::loaded);
  box.start("plain.service");
  CHECK(box.active("plain.service") == ActiveState::active);
  REQUIRE(box.queue("plain.service", JobKind::stop));
  box.link("held.service");
  box.story.world.time().pass(100ms);
  box.manager.reload();
  CHECK(box.load("plain.service") == LoadState::masked);
  CHECK_FALSE(box.queue("plain.service", JobKind::start));
  // Without its link, a unit that nothing refers to is not found, one that is referred to still masked.
  box.unlink("plain.service");
  box.unlink("held.service");
  CHECK(box.load("plain.service") == LoadState::not_found);
  CHECK(box.load("held.service") == LoadState::masked);
  CHECK(box.manager.state(UnitName("held.service")).needs_reload);
  box.manager.reload();
  CHECK(box.load("plain.service") == LoadState::loaded);
  CHECK(box.load("held.service") == LoadState::loaded);
}

TEST_CASE("sim: a masked unit keeps its wants link and takes no new one", "[sim]") {
  Box box(Box::Units{{"plain.service", runs}});
  REQUIRE(box.manager.enable(UnitName("plain.service")));
  box.link("plain.service");
  box.manager.reload();
  CHECK(box.manager.disable(UnitName("plain.service")));
  CHECK(box.machine.disk.wanted().contains(UnitName("plain.service")));
  CHECK_FALSE(box.manager.enable(UnitName("plain.service")));
  for (const domain::UnitDefinition& one : box.manager.definitions()) {
    if (one.unit == UnitName("plain.service")) CHECK(one.commands.empty());
  }
}

TEST_CASE("sim: what depends on a unit goes with it", "[sim]") {
  const std::string relation = GENERATE("Requires", "BindsTo", "PartOf");
  Box box(
      Box::Units{{"base.service", runs}, {"top.service", "[Unit]\n" + relation + "=base.service\n" + runs}});
  box.start("base.service");
  box.start("top.service");
  REQUIRE(box.queue("base.service", JobKind::stop));
  box.story.world.time().pass(100ms);
  CHECK(box.active("top.service") == ActiveState::inactive);
}

TEST_CASE("sim: a unit that requires a masked one fails to start", "[sim]") {
  Box box(Box::Units{{"base.service", runs},
                     {"top.service", std::string("[Unit]\nRequires=base.service\n") + runs}});
  box.link("base.service");
  box.manager.reload();
  CHECK_FALSE(box.queue("top.service", JobKind::start));
}

TEST_CASE("sim: failures are started again until the limit", "[sim]") {
  Box box(Box::Units{
      {"loop.service",
       "[Unit]\nStartLimitBurst=3\nStartLimitIntervalSec=1h\n[Service]\nRestart=on-failure\nRestartSec=1\n"
       "ExecStart=/bin/sh -c \"exit 3\"\n"}});
  REQUIRE(box.queue("loop.service", JobKind::start));
  box.story.world.time().pass(500ms);
  CHECK(box.manager.state(UnitName("loop.service")).sub == "auto-restart");
  box.story.world.time().pass(1min);
  const domain::UnitState state = box.manager.state(UnitName("loop.service"));
  CHECK(state.active == ActiveState::failed);
  CHECK(state.result == "start-limit-hit");
  CHECK_FALSE(state.job_queued);
}

TEST_CASE("sim: a timer whose service is masked fails", "[sim]") {
  Box box(
      Box::Units{{"tick.timer", "[Timer]\nOnActiveSec=1s\nOnUnitInactiveSec=1s\n"}, {"tick.service", runs}});
  box.link("tick.service");
  box.manager.reload();
  box.start("tick.timer");
  CHECK(box.active("tick.timer") == ActiveState::active);
  box.story.world.time().pass(2s);
  CHECK(box.active("tick.timer") == ActiveState::failed);
}

TEST_CASE("sim: a power cycle keeps the disk, changes the boot and starts what is enabled", "[sim]") {
  Story story;
  story.split_serves();
  without_watchdog(story);
  sim::Machine& box = story.world.machine("box1");
  box.disk.put("/run/ff/x", "gone");
  const BootId before = box.boot_id;
  story.world.power_cycle("box1");
  CHECK(box.boot_id != before);
  CHECK_FALSE(box.disk.file("/run/ff/x"));
  CHECK(story.world.clients().status() == 502);
  // The leader comes back alone: its worker belongs to the one that is gone.
  story.world.time().pass(1min);
  CHECK(box.manager.state(UnitName(leader_unit)).active == ActiveState::active);
  CHECK(story.world.clients().status() == 502);
}

TEST_CASE("sim: a leader whose worker died answers /health and nothing else", "[sim]") {
  Story story;
  story.split_serves();
  CHECK(story.world.clients().status() == 200);
  REQUIRE(story.world.machine("box2").manager.queue(UnitName(worker_unit), JobKind::stop));
  story.world.time().pass(2s);
  CHECK(story.world.clients().status() == 504);
  REQUIRE(story.world.machine("box2").manager.queue(UnitName(worker_unit), JobKind::start));
  story.world.time().pass(1min);
  CHECK(story.world.clients().status() == 504);
}

TEST_CASE("sim: memory comes back late, and too little of it ends a start", "[sim]") {
  Story story;
  story.split_serves();
  sim::Machine& box = story.world.machine("box2");
  const Bytes rest = kibibytes(123000000);
  CHECK(box.memory.now().available < rest);
  REQUIRE(box.manager.queue(UnitName(worker_unit), JobKind::stop));
  story.world.time().pass(1500ms);
  CHECK(box.memory.now().available < rest);
  REQUIRE(box.manager.queue(UnitName(worker_unit), JobKind::start));
  story.world.time().pass(1s);
  CHECK(box.manager.state(UnitName(worker_unit)).active == ActiveState::failed);
  story.world.time().pass(2s);
  CHECK(box.memory.now().available == rest);
}

TEST_CASE("sim: what acts stays lost with its session, what reads dials again", "[sim]") {
  Story story;
  const MachineName box("box1");
  const auto soon = [&] { return Limit{story.world.time().now() + 20s, {}}; };
  sim::Seat old(story.world);
  const auto act = [&] { return old.host_control(box).write_file({"/etc/x", "y"}, soon()); };
  REQUIRE(act());
  SECTION("by a cut") {
    story.world.machine(box).cut = true;
    CHECK(old.readers().machines[box].host->look({}, soon()).error().code == ErrorCode::unreachable);
    CHECK(act().error().code == ErrorCode::link_lost);
    story.world.machine(box).cut = false;
  }
  SECTION("by a reboot") {
    story.world.power_cycle("box1");
  }
  CHECK(act().error().code == ErrorCode::link_lost);
  CHECK(old.readers().machines[box].host->look({}, soon()));
}

TEST_CASE("sim: a fault is met once, before the act or after it", "[sim]") {
  Box box(Box::Units{{"plain.service", runs}});
  sim::Seat seat(box.story.world);
  const auto start = [&] {
    return seat.control(MachineName("box1"))
        .start(UnitName("plain.service"), {box.story.world.time().now() + 5s, {}});
  };
  const bool after = GENERATE(true, false);
  box.story.world.fail_next(
      {"start", MachineName("box1"), {ErrorCode::link_lost, "planted", {}, {}, {}}, after});
  CHECK(start().error().code == ErrorCode::link_lost);
  CHECK((box.active("plain.service") == ActiveState::active) == after);
  CHECK(start());
}
