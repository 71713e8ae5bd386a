// What every UnitReader and UnitControl promises.
#include <set>
#include <string>
#include <vector>

#include "catch.hpp"
#include "contract/world.hpp"
#include "eventually.hpp"

namespace {

using namespace std::chrono_literals;
using ff::ErrorCode;
using ff::UnitName;
using ff::domain::ActiveState;
using ff::domain::LoadState;
using ff::domain::UnitState;
using ff::tests::ContractWorld;
namespace ports = ff::ports;

const UnitName plain("ffc-plain.service");
const UnitName rival("ffc-rival.service");
const UnitName fails("ffc-fails.service");
const UnitName needs("ffc-needs.service");
const UnitName slow("ffc-slow.service");
const UnitName timer("ffc-timer.timer");
const UnitName missing("ffc-missing.service");

UnitState state(ContractWorld& world, const UnitName& unit) {
  const auto states = world.units().states({unit}, world.within(20s));
  REQUIRE(states);
  REQUIRE(states->contains(unit));
  return states->at(unit);
}

ff::Error error_of(const ff::Status& status) {
  REQUIRE_FALSE(status);
  return status.error();
}

}  // namespace

TEST_CASE("states are what systemd says", "[units]") {
  FF_CONTRACT_WORLD(world);
  REQUIRE(world.by_hand("start", plain));
  const auto states = world.units().states({plain, rival, missing}, world.within(20s));
  REQUIRE(states);
  REQUIRE(states->size() == 3);
  const UnitState& running = states->at(plain);
  CHECK(running.load == LoadState::loaded);
  CHECK(running.active == ActiveState::active);
  CHECK(running.sub == "running");
  CHECK(running.file_state == "disabled");
  CHECK(running.result == "success");
  CHECK(running.last_exit.empty());
  CHECK(running.restarts == 0);
  CHECK_FALSE(running.job_queued);
  CHECK_FALSE(running.needs_reload);
  CHECK(running.fragment == world.property(plain, "FragmentPath"));
  CHECK(std::to_string(running.main_pid) == world.property(plain, "MainPID"));
  CHECK(running.invocation.text() == world.property(plain, "InvocationID"));
  CHECK(running.invocation.text().size() == 32);
  CHECK(std::to_string(running.active_since_us) == world.property(plain, "ActiveEnterTimestampMonotonic"));
  CHECK(states->at(rival).active == ActiveState::inactive);
  CHECK(states->at(rival).at_rest());
  CHECK(states->at(rival).active_since_us == 0);
  CHECK(states->at(missing).load == LoadState::not_found);
  CHECK(states->at(missing).at_rest());
}

TEST_CASE("a masked unit reads masked, without a file", "[units]") {
  FF_CONTRACT_WORLD(world);
  world.mask(plain);
  CHECK(state(world, plain).load == LoadState::masked);
  CHECK(state(world, plain).file_state == "masked");
  CHECK(state(world, plain).fragment.empty());
  world.unmask(plain);
  CHECK(state(world, plain).load == LoadState::loaded);
}

TEST_CASE("more units than may be asked for at once are all answered", "[units]") {
  FF_CONTRACT_WORLD(world);
  std::vector<UnitName> many = {plain};
  for (int i = 0; i < 300; ++i) many.emplace_back("ffc-absent-" + std::to_string(i) + ".service");
  const auto states = world.units().states(many, world.within(60s));
  REQUIRE(states);
  CHECK(states->size() == many.size());
  CHECK(states->at(plain).load == LoadState::loaded);
}

TEST_CASE("definitions hold every unit file once, with its forward relations", "[units]") {
  FF_CONTRACT_WORLD(world);
  REQUIRE(world.by_hand("start", plain));
  const auto definitions = world.units().definitions(world.within(60s));
  REQUIRE(definitions);
  std::set<UnitName> seen;
  const auto find = [&](const UnitName& unit) {
    for (const auto& definition : *definitions) {
      if (definition.unit == unit) return definition;
    }
    FAIL(unit.text() << " has no definition");
    return ff::domain::UnitDefinition();
  };
  for (const auto& definition : *definitions) {
    INFO(definition.unit.text());
    CHECK(seen.insert(definition.unit).second);
    CHECK(definition.unit.text().find("@.") == std::string::npos);
  }
  CHECK(find(rival).relates("Conflicts", plain));
  CHECK(find(rival).relates("After", plain));
  CHECK(find(needs).relates("Requires", fails));
  CHECK(find(timer).relates("Triggers", plain));
  CHECK_FALSE(find(plain).relates("Conflicts", rival));
  CHECK(find(plain).active == ActiveState::active);
  CHECK(find(plain).file_state == "disabled");
  CHECK(find(needs).file_state == "static");
  CHECK(find(plain).commands == std::vector<std::string>{"/bin/sleep 10000"});
  CHECK_FALSE(find(plain).relations.contains("OnFailure"));
}

TEST_CASE("start returns when the unit runs, stop when it does not", "[units]") {
  FF_CONTRACT_WORLD(world);
  REQUIRE(world.control().start(plain, world.within(20s)));
  CHECK(world.property(plain, "ActiveState") == "active");
  const std::string invocation = world.property(plain, "InvocationID");
  SECTION("a second start changes nothing") {
    REQUIRE(world.control().start(plain, world.within(20s)));
    CHECK(world.property(plain, "InvocationID") == invocation);
  }
  SECTION("a rival's start takes its place") {
    REQUIRE(world.control().start(rival, world.within(20s)));
    CHECK(world.property(plain, "ActiveState") == "inactive");
    CHECK(world.property(rival, "ActiveState") == "active");
  }
  SECTION("a stop, and a second one") {
    REQUIRE(world.control().stop(plain, world.within(20s)));
    CHECK(world.property(plain, "ActiveState") == "inactive");
    CHECK(world.control().stop(plain, world.within(20s)));
  }
  CHECK(world.control().stop(missing, world.within(20s)));
}

TEST_CASE("a failed start tells how the unit ended and where", "[units]") {
  FF_CONTRACT_WORLD(world);
  const ff::Error error = error_of(world.control().start(fails, world.within(20s)));
  CHECK(error.code == ErrorCode::failed);
  CHECK(error.where.machine == world.machine());
  CHECK(error.where.unit == fails);
  CHECK_THAT(error.what, Catch::Contains("exit-code") && Catch::Contains("exit 3"));
  const UnitState failed = state(world, fails);
  CHECK(failed.active == ActiveState::failed);
  CHECK(failed.result == "exit-code");
  CHECK(failed.last_exit == "exit 3");
  CHECK(failed.at_rest());
  REQUIRE(world.control().reset_failed(fails, world.within(20s)));
  CHECK(world.property(fails, "ActiveState") == "inactive");
  CHECK(world.control().reset_failed(missing, world.within(20s)));

  const ff::Error dependent = error_of(world.control().start(needs, world.within(20s)));
  CHECK(dependent.code == ErrorCode::failed);
  CHECK(dependent.where.unit == needs);
  CHECK_THAT(dependent.what, Catch::Contains("requires"));
}

TEST_CASE("what is masked or has no file is refused", "[units]") {
  FF_CONTRACT_WORLD(world);
  CHECK(error_of(world.control().start(missing, world.within(20s))).code == ErrorCode::refused);
  world.mask(plain);
  const ff::Error error = error_of(world.control().start(plain, world.within(20s)));
  CHECK(error.code == ErrorCode::refused);
  CHECK(error.where.unit == plain);
  CHECK_THAT(error.what, Catch::Contains("masked"));
  CHECK(world.property(plain, "ActiveState") == "inactive");
}

TEST_CASE("enable makes the links and disable removes them", "[units]") {
  FF_CONTRACT_WORLD(world);
  REQUIRE(world.control().enable({plain, timer}, world.within(20s)));
  CHECK(world.linked(plain));
  CHECK(world.linked(timer));
  CHECK(world.property(plain, "UnitFileState") == "enabled");
  CHECK(world.property(plain, "ActiveState") == "inactive");
  REQUIRE(world.control().enable({plain}, world.within(20s)));
  REQUIRE(world.control().disable({plain, missing, timer}, world.within(20s)));
  CHECK_FALSE(world.linked(plain));
  CHECK_FALSE(world.linked(timer));
  CHECK(world.property(plain, "UnitFileState") == "disabled");

  const ff::Error error = error_of(world.control().enable({needs}, world.within(20s)));
  CHECK(error.code == ErrorCode::refused);
  CHECK(error.where.unit == needs);
}

TEST_CASE("reload reads changed unit files, reload_unit runs ExecReload", "[units]") {
  FF_CONTRACT_WORLD(world);
  REQUIRE(world.control().start(rival, world.within(20s)));
  CHECK(world.control().reload_unit(rival, world.within(20s)));
  REQUIRE(world.control().start(plain, world.within(20s)));
  CHECK(error_of(world.control().reload_unit(plain, world.within(20s))).where.unit == plain);
  world.put_file("/etc/systemd/system/ffc-plain.service",
                 "[Service]\nExecStart=/bin/sleep 20000\n[Install]\nWantedBy=multi-user.target\n");
  CHECK(state(world, plain).needs_reload);
  REQUIRE(world.control().reload(world.within(20s)));
  CHECK_FALSE(state(world, plain).needs_reload);
}

TEST_CASE("a start that outlives its deadline is told as unknown and goes on", "[units]") {
  FF_CONTRACT_WORLD(world);
  const ff::Error error = error_of(world.control().start(slow, world.within(300ms)));
  CHECK(error.code == ErrorCode::timeout);
  CHECK(error.where.unit == slow);
  CHECK(world.property(slow, "ActiveState") == "activating");
  CHECK(state(world, slow).job_queued);
  CHECK_FALSE(state(world, slow).at_rest());
  REQUIRE(world.control().stop(slow, world.within(20s)));
  CHECK(world.property(slow, "ActiveState") == "failed");
}

TEST_CASE("a stop request does not cut an act that was sent", "[units]") {
  FF_CONTRACT_WORLD(world);
  std::stop_source source;
  ff::Status started;
  bool began = false;
  bool went_on = false;
  bool ended = false;
  const auto activating = [&] { return world.property(slow, "ActiveState") == "activating"; };
  const auto hand = [&] {
    began = ff::tests::eventually(activating);
    source.request_stop();
    went_on = activating();
    ended = world.by_hand("stop", slow);
  };
  world.meanwhile([&] { started = world.control().start(slow, world.within(30s, source.get_token())); },
                  hand);
  CHECK(began);
  CHECK(went_on);
  CHECK(ended);
  // The hand's stop ended the job, not the request: that would read `cancelled`.
  CHECK(error_of(started).code == ErrorCode::failed);

  CHECK(error_of(world.control().start(plain, world.within(20s, source.get_token()))).code ==
        ErrorCode::cancelled);
  CHECK(world.property(plain, "ActiveState") == "inactive");
}

TEST_CASE("a watch tells what happened after it was made, and only of its units", "[units]") {
  FF_CONTRACT_WORLD(world);
  auto watch = world.units().watch({plain}, world.within(20s));
  REQUIRE(watch);
  const auto next = [&](ff::Milliseconds time) { return (*watch)->next(world.within(time)); };
  const auto quiet = next(100ms);
  REQUIRE(quiet);
  CHECK(std::holds_alternative<ports::Quiet>(*quiet));

  REQUIRE(world.by_hand("start", plain));
  const auto changed = next(20s);
  REQUIRE(changed);
  REQUIRE(std::holds_alternative<ports::UnitChanged>(*changed));
  CHECK(std::get<ports::UnitChanged>(*changed).unit == plain);

  const auto settle = [&] {
    for (auto seen = next(300ms); seen && !std::holds_alternative<ports::Quiet>(*seen); seen = next(300ms)) {
    }
  };
  settle();
  CHECK_FALSE(world.by_hand("start", fails));
  const auto nothing = next(300ms);
  REQUIRE(nothing);
  CHECK(std::holds_alternative<ports::Quiet>(*nothing));

  REQUIRE(world.control().reload(world.within(20s)));
  CHECK(std::holds_alternative<ports::UnitChanged>(*next(20s)));

  std::stop_source source;
  source.request_stop();
  settle();
  const auto cancelled = (*watch)->next(world.within(20s, source.get_token()));
  REQUIRE_FALSE(cancelled);
  CHECK(cancelled.error().code == ErrorCode::cancelled);
}

TEST_CASE("the manager answers", "[units]") {
  FF_CONTRACT_WORLD(world);
  CHECK(world.units().manager(world.within(20s)));
  std::stop_source source;
  source.request_stop();
  const auto cancelled = world.units().manager(world.within(20s, source.get_token()));
  REQUIRE_FALSE(cancelled);
  CHECK(cancelled.error().code == ErrorCode::cancelled);
}
