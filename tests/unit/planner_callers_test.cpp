// Who talks to a copy, and who of them goes around the proxy.
#include "planner/callers.h"

#include "catch.hpp"
#include "world_builder.hpp"

using namespace ff;
using domain::Caller;
using domain::Endpoint;

namespace {

const MachineName box1("box1");
const MachineName box2("box2");
const MachineName edge("edge");
const WallTime noon{Milliseconds{1'764'500'000'000}};

/// The looks of three machines, built connection by connection.
struct Looks {
  domain::Declaration declaration = testing::replicas_serve().declaration;
  std::map<MachineName, domain::SocketView> views;
  std::uint64_t inode = 100;

  Looks() {
    for (const domain::Machine& machine : declaration.cluster.machines)
      views[machine.name].addresses = {machine.api, "127.0.0.1"};
  }
  [[nodiscard]] std::string api(const MachineName& machine) const {
    return declaration.cluster.find(machine)->api;
  }
  [[nodiscard]] Endpoint copy(const MachineName& box) const {
    return {api(box), declaration.find(ProfileName("replica"))->port};
  }
  /// One end, with or without a process.
  void end(const MachineName& machine, Endpoint local, Endpoint remote, const domain::SocketOwner& owner = {},
           std::uint64_t space = 1) {
    views[machine].sockets.push_back({std::move(local), std::move(remote), space, ++inode});
    if (owner.known()) views[machine].owners[inode] = owner;
  }
  /// A call to the copy on `box`, taken by its unit.
  void call(const Endpoint& from, const MachineName& box) {
    end(box, copy(box), from, {900, "vllm", UnitName("ff-replica.service"), ""});
  }
  /// Both ends of a call from a machine of the cluster.
  void call(const MachineName& machine, std::uint16_t port, const MachineName& box,
            const domain::SocketOwner& owner) {
    call({api(machine), port}, box);
    end(machine, {api(machine), port}, copy(box), owner);
  }
  [[nodiscard]] domain::Calls calls() const { return planner::calls_in(declaration, views, noon); }
};

const domain::SocketOwner nginx = {50, "nginx", UnitName("nginx.service"), ""};

}  // namespace

TEST_CASE("the proxy's calls bypass nothing, with its process in sight or not", "[planner][clients]") {
  Looks looks;
  looks.call(edge, 40000, box1, nginx);
  looks.call({looks.api(edge), 40001}, box2);
  CHECK(looks.calls().bypassing.empty());
  CHECK(looks.calls().by_proxy == 2);
}

TEST_CASE("a stranger is told with its address, and its connections are counted", "[planner][clients]") {
  Looks looks;
  for (std::uint16_t port = 1024; port < 1027; ++port) looks.call({"192.0.2.77", port}, box1);
  looks.call({"192.0.2.77", 1027}, box2);
  const auto callers = looks.calls().bypassing;
  REQUIRE(callers.size() == 2);
  CHECK(callers[0].box == box1);
  CHECK(callers[0].address == "192.0.2.77");
  CHECK(callers[0].connections == 3);
  CHECK(callers[0].machine.empty());
  CHECK_FALSE(callers[0].by.known());
  CHECK(callers[0].first_seen == noon);
  CHECK(callers[1].connections == 1);
}

TEST_CASE("a job on a box, on its own copy or the other's, is told with process and unit",
          "[planner][clients]") {
  const domain::SocketOwner job = {4711, "python3", UnitName("batch.service"), ""};
  const MachineName called = GENERATE(MachineName("box1"), MachineName("box2"));
  Looks looks;
  looks.call(box2, 1024, called, job);
  const auto callers = looks.calls().bypassing;
  REQUIRE(callers.size() == 1);
  CHECK(callers[0].box == called);
  CHECK(callers[0].machine == box2);
  CHECK(callers[0].by == job);
}

TEST_CASE("on the route host only the proxy and ff may call", "[planner][clients]") {
  Looks looks;
  looks.call(edge, 40000, box1, {60, "sshd", UnitName("ssh.service"), ""});
  looks.call(edge, 40001, box1, {61, "python3", UnitName("session-3.scope"), ""});
  const auto calls = looks.calls();
  CHECK(calls.by_ff == 1);
  REQUIRE(calls.bypassing.size() == 1);
  CHECK(calls.bypassing[0].machine == edge);
  CHECK(calls.bypassing[0].by.pid == 61);
}

TEST_CASE("monitors, the copies themselves and declared watchdogs are no clients", "[planner][clients]") {
  Looks looks;
  looks.declaration.cluster.monitors = {"192.0.2.50"};
  looks.call({"192.0.2.50", 1024}, box1);
  looks.call(box1, 1025, box1, {900, "vllm", UnitName("ff-replica.service"), ""});
  looks.call(box1, 1026, box1, {901, "curl", UnitName("old-split-watchdog.service"), ""});
  const auto calls = looks.calls();
  CHECK(calls.bypassing.empty());
  CHECK(calls.by_monitors == 1);
  CHECK(calls.by_ff == 2);
}

TEST_CASE("only ports of copies on their own boxes count", "[planner][clients]") {
  Looks looks;
  looks.end(box1, {looks.api(box1), 22}, {"192.0.2.77", 1024});
  looks.end(edge, {looks.api(edge), looks.copy(box1).port}, {"192.0.2.77", 1024});
  CHECK(looks.calls().bypassing.empty());
}

TEST_CASE("loopback is matched inside its own network namespace only", "[planner][clients]") {
  Looks looks;
  const Endpoint copy = {"127.0.0.1", looks.copy(box1).port};
  const Endpoint from = {"127.0.0.1", 1024};
  looks.end(box1, copy, from, {900, "vllm", UnitName("ff-replica.service"), ""}, 1);
  looks.end(box1, from, copy, {77, "curl", UnitName("other.service"), ""}, 2);
  looks.end(box2, from, copy, {78, "curl", UnitName("other.service"), ""}, 1);
  REQUIRE(looks.calls().bypassing.size() == 1);
  CHECK_FALSE(looks.calls().bypassing[0].by.known());
  looks.end(box1, from, copy, {79, "curl", UnitName("third.service"), ""}, 1);
  CHECK(looks.calls().bypassing[0].by.pid == 79);
}

TEST_CASE("a call through docker-proxy is told once, by who made it", "[planner][clients]") {
  Looks looks;
  const std::uint16_t port = looks.copy(box1).port;
  const domain::SocketOwner relay = {70, "docker-proxy", UnitName("docker.service"), ""};
  looks.views[box1].addresses.insert("172.17.0.1");
  looks.end(box1, looks.copy(box1), {"192.0.2.77", 1024}, relay);
  looks.end(box1, {"172.17.0.1", 5000}, {"172.17.0.2", port}, relay);
  looks.end(box1, {"172.17.0.2", port}, {"172.17.0.1", 5000}, {900, "vllm", {}, "aaaaaaaaaaaa"}, 2);
  const auto callers = looks.calls().bypassing;
  REQUIRE(callers.size() == 1);
  CHECK(callers[0].address == "192.0.2.77");
  CHECK(callers[0].through == "through docker-proxy");
}

TEST_CASE("a sender that address translation hides is told as hidden", "[planner][clients]") {
  Looks looks;
  looks.views[box1].addresses.insert("172.17.0.1");
  looks.end(box1, {"172.17.0.2", looks.copy(box1).port}, {"172.17.0.1", 5000}, {900, "vllm", {}, "a"}, 2);
  const auto callers = looks.calls().bypassing;
  REQUIRE(callers.size() == 1);
  CHECK(callers[0].machine == box1);
  CHECK(callers[0].through == "sender hidden by address translation on box1");
}

TEST_CASE("a container on another box is found behind that box's address", "[planner][clients]") {
  Looks looks;
  looks.call({looks.api(box2), 5000}, box1);
  looks.end(box2, {"172.17.0.9", 5000}, looks.copy(box1), {31, "python3", {}, "bbbbbbbbbbbb"}, 7);
  const auto callers = looks.calls().bypassing;
  REQUIRE(callers.size() == 1);
  CHECK(callers[0].machine == box2);
  CHECK(callers[0].by.container == "bbbbbbbbbbbb");
}

TEST_CASE("a proxy on a box is told from other processes there", "[planner][clients]") {
  Looks looks;
  looks.declaration.cluster.route_host = box1;
  looks.declaration.cluster.proxy.listen.address = looks.api(box1);
  looks.call(box1, 40000, box1, nginx);
  looks.call(box1, 40001, box2, nginx);
  looks.call(box1, 40002, box2, {99, "python3", UnitName("batch.service"), ""});
  const auto calls = looks.calls();
  CHECK(calls.by_proxy == 2);
  REQUIRE(calls.bypassing.size() == 1);
  CHECK(calls.bypassing[0].by.pid == 99);
}

TEST_CASE("a second look keeps when somebody was first seen, and who has gone", "[planner][clients]") {
  Looks first;
  first.call({"192.0.2.77", 1024}, box1);
  first.call({"192.0.2.78", 1024}, box1);
  Looks second;
  second.call({"192.0.2.77", 2000}, box1);
  second.call({"192.0.2.77", 2001}, box1);
  second.call({"192.0.2.79", 1}, box1);
  const WallTime later = noon + Milliseconds{1000};
  const auto all =
      planner::with_look(first.calls(), planner::calls_in(second.declaration, second.views, later));
  REQUIRE(all.bypassing.size() == 3);
  CHECK(all.bypassing[0].first_seen == noon);
  CHECK(all.bypassing[0].last_seen == later);
  CHECK(all.bypassing[0].connections == 2);
  CHECK(all.bypassing[1].last_seen == noon);
  CHECK(all.bypassing[2].first_seen == later);
}
