// Another operator asks the run that holds a lock to stop. On this machine, with a real holder; needs root.
// That a fence kills a session is for the lab: here the session is this very process.
#include "adapters/lease/session_takeover.h"

#include <filesystem>

#include "adapters_lease_support.h"
#include "catch.hpp"
#include "eventually.hpp"

namespace ff {
namespace {

using namespace std::chrono_literals;
using tests::eventually;

const MachineName box1("box1");

struct TwoOperators {
  tests::Scratch scratch;
  std::string folder = scratch.path + "/run";
  adapters::local::RealClock clock;
  adapters::local::LocalDialer dialer{box1};
  adapters::local::LocalDialer other{box1};
  adapters::lease::SessionLocks locks{{{box1, &dialer}}, {box1}, clock, tests::terms_in(folder)};
  adapters::lease::SessionTakeover takeover{{{box1, &other}}, folder};

  Limit soon() { return ports::within(clock, 10s); }
  Status ask(const std::string& run) {
    return takeover.ask(box1, RunId(run), {"eve@desk", "it \"hangs\", says bob"}, soon());
  }
};

bool root() {
  if (::geteuid() == 0) return true;
  WARN("skipped: only root may act on a machine");
  return false;
}

TEST_CASE("a run that holds a lock hears who asks it to stop, and why", "[lease][takeover]") {
  if (!root()) return;
  TwoOperators two;
  auto lease = two.locks.take(tests::holder_named("7f3a0001"), two.soon());
  REQUIRE(lease);
  CHECK_FALSE((*lease)->asked_to_stop().stop_requested());
  CHECK_FALSE((*lease)->stop_wish());
  // The note is written when the lock stands; who asks before that finds no run.
  REQUIRE(eventually([&] { return two.ask("7f3a0001").has_value(); }));
  REQUIRE(eventually([&] { return (*lease)->asked_to_stop().stop_requested(); }));
  const auto wish = (*lease)->stop_wish();
  REQUIRE(wish);
  CHECK(wish->operator_name == "eve@desk");
  CHECK(wish->reason == "it \"hangs\", says bob");
  CHECK((*lease)->fresh());
  REQUIRE((*lease)->release(two.soon()));
  CHECK_FALSE(std::filesystem::exists(two.folder + "/lock.request"));

  lease->reset();
  auto next = two.locks.take(tests::holder_named("7f3a0002"), two.soon());
  REQUIRE(next);
  CHECK_FALSE((*next)->asked_to_stop().stop_requested());
}

TEST_CASE("another run than the holder's is not asked, and what is not held needs no fence",
          "[lease][takeover]") {
  if (!root()) return;
  TwoOperators two;
  CHECK(two.ask("7f3a0001").error().code == ErrorCode::not_found);
  CHECK(two.takeover.fence(box1, RunId("7f3a0001"), two.soon()));
  auto lease = two.locks.take(tests::holder_named("7f3a0001"), two.soon());
  REQUIRE(lease);
  REQUIRE(eventually([&] { return two.ask("7f3a0001").has_value(); }));
  CHECK(two.ask("bbbb0002").error().code == ErrorCode::not_found);
  CHECK(two.takeover.fence(box1, RunId("bbbb0002"), two.soon()));
  CHECK((*lease)->fresh());
}

}  // namespace
}  // namespace ff
