#include <algorithm>

#include "catch.hpp"
#include "observe/tools.h"
#include "planner/checkup.h"
#include "world_builder.hpp"

using namespace ff;
using Verdict = domain::Check::Verdict;

namespace {

/// Everything in order: all machines have their tools, and the same ff made the last run.
domain::Examination well(const testing::World& world) {
  domain::Examination seen;
  seen.snapshot = world.snapshot;
  for (const auto& [name, view] : world.snapshot.machines) {
    seen.tools[name].systemd = 252;
    seen.tools[name].removes_ipc = true;
  }
  seen.tools[MachineName("edge")].proxy_config_valid = true;
  seen.version = seen.last_version = "0.1.0";
  for (auto& [name, view] : seen.snapshot.machines) view.clock = seen.snapshot.seen_at;
  return seen;
}

/// "fail box1 ...": all lines that are not ok.
std::vector<std::string> complaints(const testing::World& world, const domain::Examination& seen) {
  std::vector<std::string> lines;
  for (const domain::Check& check : planner::checkup(world.declaration, seen)) {
    if (check.verdict != Verdict::ok)
      lines.push_back(std::string(word(check.verdict)) + " " + check.machine.text() + " " + check.what);
  }
  return lines;
}

bool tells(const std::vector<std::string>& lines, const std::string& part) {
  return std::ranges::any_of(lines,
                             [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

}  // namespace

TEST_CASE("a doctor has nothing to say of a healthy cluster", "[planner][checkup]") {
  const testing::World world = testing::replicas_serve();
  CHECK(complaints(world, well(world)).empty());
}

TEST_CASE("a doctor tells each thing that is missing or in the way", "[planner][checkup]") {
  testing::World world = testing::replicas_serve();
  domain::Examination seen = well(world);
  const MachineName box1("box1");
  const MachineName box2("box2");
  domain::MachineView& view = seen.snapshot.machines.at(box2);
  SECTION("a machine that does not answer is not guessed about") {
    view.fault = Error{ErrorCode::unreachable, "no route to host", {box2, {}}, {}, {}};
    const auto told = complaints(world, seen);
    CHECK(tells(told, "fail box2 did not answer: no route to host"));
    CHECK(told.size() == 1);
  }
  SECTION("a unit without a file") {
    view.units[UnitName("ff-replica.service")] = {};
    const auto told = complaints(world, seen);
    CHECK(tells(told, "fail box2 ff-replica.service of replica is not-found"));
    // A plan would meet it as well, and that is no second thing.
    CHECK_FALSE(tells(told, "has no unit file"));
  }
  SECTION("a login that is not root") {
    view.uid = 1000;
    CHECK(tells(complaints(world, seen), "fail box2 the login is uid 1000"));
  }
  SECTION("a clock that is off, which breaks nothing") {
    view.clock += std::chrono::minutes(3);
    CHECK(tells(complaints(world, seen), "warn box2 its clock is 3m00s ahead of this one"));
  }
  SECTION("a port of a profile that rests is taken") {
    view.units[UnitName("ff-replica.service")].active = domain::ActiveState::inactive;
    CHECK(tells(complaints(world, seen), "fail box2 port 8001 of replica is taken by something else"));
  }
  SECTION("a tool") {
    seen.tools[box1].missing = {"flock"};
    CHECK(tells(complaints(world, seen), "fail box1 there is no flock"));
  }
  SECTION("tools that could not be asked for are unseen") {
    seen.tools.erase(box1);
    seen.tools_unknown[box1] = {ErrorCode::timeout, "no answer within 40 s", {}, {}, {}};
    CHECK(complaints(world, seen) ==
          std::vector<std::string>{"unseen box1 its tools: no answer within 40 s"});
  }
  SECTION("shared memory that logind takes from a running engine") {
    seen.tools[box1].users[UnitName("ff-replica.service")] = "vllm";
    CHECK(tells(complaints(world, seen), "warn box1 logind removes the shared memory of vllm"));
    seen.tools[box1].lingering = {"vllm"};
    CHECK(complaints(world, seen).empty());
  }
  SECTION("a proxy whose file was broken by hand") {
    domain::Tools& tools = seen.tools[MachineName("edge")];
    tools.proxy_config_valid = false;
    tools.proxy_words = {"unknown directive"};
    CHECK(tells(complaints(world, seen), "fail edge nginx -t -c /etc/nginx/nginx.conf: unknown directive"));
  }
  SECTION("another ff") {
    seen.last_version = "0.0.9";
    CHECK(tells(complaints(world, seen), "warn  the last run was made by ff 0.0.9, this is 0.1.0"));
  }
}

TEST_CASE("an answer about tools is read line by line", "[observe][checkup]") {
  const domain::Tools tools = observe::tools_from(
      "missing flock\nsystemd 252\nremoves-ipc true\nuser a.service vllm\nlingers ops\nproxy invalid\n"
      "said line one\nsaid line two\nnonsense\nsystemd\n");
  CHECK(tools.missing == std::vector<std::string>{"flock"});
  CHECK(tools.systemd == 252);
  CHECK(tools.removes_ipc == true);
  CHECK(tools.users.at(UnitName("a.service")) == "vllm");
  CHECK(tools.lingering.contains("ops"));
  CHECK(tools.proxy_config_valid == false);
  CHECK(tools.proxy_words == std::vector<std::string>{"line one", "line two"});
  CHECK(!observe::tools_from("").systemd.has_value());
}
