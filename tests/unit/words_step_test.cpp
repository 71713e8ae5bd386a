#include "catch.hpp"
#include "words/evidence.h"
#include "words/hazard.h"
#include "words/outcome.h"
#include "words/reason.h"
#include "words/step.h"
#include "world_builder.hpp"

using namespace ff;
using testing::World;

namespace {

const MachineName box1("box1");
const UnitName leader("ff-split-leader.service");

}  // namespace

TEST_CASE("a step on one line", "[words]") {
  const World world = testing::replicas_serve();
  const auto describe = [](domain::Action action, std::string reason = {}) {
    return words::describe({std::move(action), std::move(reason)});
  };
  CHECK(describe(domain::Silence{box1, {UnitName("a.timer"), UnitName("a.service")}}, "why") ==
        "silence a.timer, a.service: disable --now; why");
  CHECK(describe(domain::Retire{box1, {leader}, {8000}, gibibytes(102.9), {}}) ==
        "retire ff-split-leader.service: disable --now, then verify: process and port 8000 gone, 102.9 GiB "
        "free");
  CHECK(describe(domain::Retire{box1, {leader}, {}, {}, {}}) ==
        "retire ff-split-leader.service: disable --now, then verify: process gone");
  domain::SetRoute set = {MachineName("edge"), world.snapshot.route.route, {}};
  CHECK(describe(set) == "route serving 10.77.0.11:8001 10.77.0.12:8001");
  set.instances = {InstanceName("box1"), InstanceName("box2")};
  CHECK(describe(set) == "route serving box1 box2");
  set.route = {};
  CHECK(describe(set) == "route maintenance: 503, Retry-After 60");
  CHECK(describe(domain::Launch{box1, leader, ProfileName("split"), InstanceName("x"), true}) ==
        "launch ff-split-leader.service: start");
}

TEST_CASE("the columns of a step", "[words]") {
  const words::StepLine line = words::step_line({domain::Mask{box1, {leader}}, "kept down"});
  CHECK(line.kind == "mask");
  CHECK(line.machine == "box1");
  CHECK(line.subject == "ff-split-leader.service");
  CHECK(line.text == "link to /dev/null, reload, verify at rest; kept down");
}

TEST_CASE("evidence tells what a wait sees", "[words]") {
  World world = testing::replicas_serve();
  const auto evidence = [&](domain::Action action) {
    return words::evidence({std::move(action), ""}, world.snapshot);
  };
  const domain::Instance copy = world.instance("replica", "box1");
  domain::Health& health = world.snapshot.health[copy.profile][copy.name];
  health.first_token = Milliseconds{210};
  CHECK(evidence(domain::AwaitHealthy{box1, copy, {}, {}}) == "token 210 ms");
  health = {};
  health.rung = domain::Rung::unit_active;
  health.evidence = "connection refused";
  CHECK(evidence(domain::AwaitHealthy{box1, copy, {}, {}}) == "unit active, connection refused");
  CHECK(evidence(domain::Drain{box1, copy, {}}) == "requests under way unknown");
  health.running = 7;
  health.waiting = 1;
  CHECK(evidence(domain::Drain{box1, copy, {}}) == "7 running, 1 waiting");
  world.on("box1").memory.available = gibibytes(30.5);
  CHECK(evidence(domain::Retire{box1, {leader}, {8001}, gibibytes(100), {}}) ==
        "ff-split-leader.service inactive (dead), masked, not enabled; port 8001 still open; "
        "30.5 GiB free, 100.0 GiB needed");
  CHECK(evidence(domain::Mask{box1, {leader}}) ==
        "ff-split-leader.service inactive (dead), masked, linked to /dev/null");
}

TEST_CASE("a start tells its place and where its figure comes from", "[words]") {
  using words::reason::start;
  CHECK(start({0, 2, std::chrono::seconds(302), 3}) == "first: 3 starts took 5m02s (median)");
  CHECK(start({1, 2, std::chrono::seconds(760), 1}) == "last: the last start took 12m40s");
  CHECK(start({1, 3, std::chrono::minutes(13), 0}) == "next: declared to take 13m00s");
  CHECK(start({0, 1, std::nullopt, 0}) == "no start was recorded or declared");
}

TEST_CASE("missing memory names the share that would fit", "[words]") {
  const Bytes total = gibibytes(100);
  const words::hazard::Text text = words::hazard::memory_missing(
      {box1, leader, total, gibibytes(90), gibibytes(80), gibibytes(70), gibibytes(8)});
  CHECK(text.what ==
        "ff-split-leader.service needs 90.0 GiB and 8.0 GiB have to stay free; 80.0 GiB would be free (with "
        "70.0 GiB "
        "that retiring gives back)");
  CHECK(text.remedy ==
        "free memory on box1, or lower its gpu_memory_utilization to 0.72 or less\n"
        "see who holds it: ps -eo rss,unit,args --sort=-rss | head");
}

TEST_CASE("an undeclared watchdog comes with the lines to add", "[words]") {
  const words::hazard::Text text = words::hazard::undeclared_watchdog(
      {box1, UnitName("k.timer"), UnitName("k.service"), leader, "its commands"}, "split.toml");
  CHECK(text.remedy ==
        "add to split.toml:\n[[watchdogs]]\nunit = \"k.timer\"\nboxes = [\"box1\"]\narm = false");
}

TEST_CASE("every outcome says how much serves", "[words]") {
  domain::Outcome outcome;
  outcome.target = ProfileName("replica");
  outcome.serving = 1;
  outcome.declared = 2;
  outcome.kind = domain::Outcome::Kind::degraded;
  CHECK(words::headline(outcome).find("serving 1 of 2") != std::string::npos);
  outcome.kind = domain::Outcome::Kind::interrupted;
  CHECK(words::headline(outcome).find("serving 1 of 2") != std::string::npos);
  outcome.kind = domain::Outcome::Kind::reached;
  outcome.outage_seen = std::chrono::seconds(318);
  outcome.outage_predicted = std::chrono::seconds(320);
  CHECK(words::headline(outcome) == "replica, serving 1 of 2. Outage 5m18s (predicted at most 5m20s)");
  outcome.kind = domain::Outcome::Kind::down;
  CHECK(words::headline(outcome).find("clients get 503. Outage so far 5m18s") != std::string::npos);
  outcome.error = Error{ErrorCode::cancelled, "asked to stop", {}, {}, {}};
  CHECK(words::headline(outcome).find("interrupted, nothing of replica serves") != std::string::npos);
}
