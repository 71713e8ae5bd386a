#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <thread>

#include "adapters/local/real_clock.h"
#include "adapters/local/stop_signals.h"
#include "adapters/local/thread_lanes.h"
#include "catch.hpp"
#include "eventually.hpp"

namespace {

using namespace std::chrono_literals;
using ff::Done;
using ff::ErrorCode;
using ff::Status;
using ff::adapters::local::RealClock;
using ff::adapters::local::StopSignals;
using ff::adapters::local::ThreadLanes;

/// Runs `body` in a process of its own, because signals belong to all threads; its exit status.
template <class Body>
int in_own_process(Body body) {
  const pid_t child = fork();
  if (child == 0) _exit(body());
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

TEST_CASE("a pause ends at its deadline and not before", "[local]") {
  RealClock clock;
  const ff::MonoTime end = clock.now() + 30ms;
  REQUIRE(clock.sleep_until({end, {}}));
  CHECK(clock.now() >= end);
  CHECK(clock.sleep_until({clock.now() - 1s, {}}));
}

TEST_CASE("a stop ends a pause at once", "[local]") {
  RealClock clock;
  std::stop_source source;
  std::thread stopper([&] { source.request_stop(); });
  const auto slept = clock.sleep_until({clock.now() + 1h, source.get_token()});
  stopper.join();
  REQUIRE_FALSE(slept);
  CHECK(slept.error().code == ErrorCode::cancelled);
  CHECK(clock.sleep_until({clock.now() + 1h, source.get_token()}).error().code == ErrorCode::cancelled);
}

TEST_CASE("lanes run side by side and answer in order", "[local]") {
  ThreadLanes lanes;
  std::atomic<int> arrived = 0;
  const auto meet = [&](std::stop_token) -> Status {
    ++arrived;
    const bool all = ff::tests::eventually([&] { return arrived == 3; });
    return all ? Status(Done{}) : ff::fail(ErrorCode::timeout, "alone");
  };
  const auto results = lanes.run({{ff::MachineName("a"), meet},
                                  {ff::MachineName("b"), meet},
                                  {ff::MachineName("c"),
                                   [&](std::stop_token stop) -> Status {
                                     const Status met = meet(stop);
                                     return met ? ff::fail(ErrorCode::failed, "the third") : met;
                                   }}},
                                 {});
  REQUIRE(results.size() == 3);
  CHECK(results[0]);
  CHECK(results[1]);
  CHECK(results[2].error().what == "the third");
}

TEST_CASE("a failing lane, or a stop from outside, ends the waits of the others", "[local]") {
  ThreadLanes lanes;
  RealClock clock;
  const auto wait = [&](std::stop_token stop) { return clock.sleep_until({clock.now() + 1h, stop}); };
  SECTION("a failing lane") {
    const auto results =
        lanes.run({{ff::MachineName("a"), wait},
                   {ff::MachineName("b"),
                    [](std::stop_token) -> Status { return ff::fail(ErrorCode::refused, "no"); }}},
                  {});
    CHECK(results[0].error().code == ErrorCode::cancelled);
    CHECK(results[1].error().code == ErrorCode::refused);
  }
  SECTION("a stop from outside") {
    std::stop_source source;
    source.request_stop();
    const auto results =
        lanes.run({{ff::MachineName("a"), wait}, {ff::MachineName("b"), wait}}, source.get_token());
    CHECK(results[0].error().code == ErrorCode::cancelled);
    CHECK(results[1].error().code == ErrorCode::cancelled);
  }
}

TEST_CASE("SIGINT and SIGTERM ask to stop, SIGHUP and SIGPIPE do nothing", "[local]") {
  const int wanted = GENERATE(SIGINT, SIGTERM);
  const int status = in_own_process([&] {
    StopSignals signals;
    kill(getpid(), SIGHUP);
    kill(getpid(), SIGPIPE);
    if (signals.token().stop_requested() || signals.received() != 0) return 1;
    kill(getpid(), wanted);
    RealClock clock;
    const auto slept = clock.sleep_until({clock.now() + 20s, signals.token()});
    if (slept || slept.error().code != ErrorCode::cancelled) return 2;
    return signals.received() == wanted ? 0 : 3;
  });
  CHECK(status == 0);
}
