// One operator takes over from another, on the simulated world.
#include "app/takeover.h"

#include <optional>

#include "app/unfinished.h"
#include "catch.hpp"
#include "codec/holder.h"
#include "engine_story.hpp"

using namespace ff;
using namespace ff::testing;
using namespace std::chrono_literals;
using domain::Outcome;
using How = app::TakenOver::How;

namespace {

Result<app::TakenOver> take_over(Story& story, const std::string& run, bool yes = true,
                                 Milliseconds grace = 10s) {
  return story.with_ff([&](const app::Scene& scene, sim::Seat& seat) {
    app::TakeoverRequest request;
    request.holder = RunId(run);
    request.grace = grace;
    request.own.run = RunId("000000ff");
    request.own.operator_name = "eve@desk";
    request.own.reason = "its operator has gone home";
    return app::take_over(scene, seat.takeover(), seat, request, [&](const app::Holding&) { return yes; },
                          {});
  });
}

/// All machines are locked by a run that hears nothing.
void held_by_a_deaf_run(Story& story) {
  const std::string note = codec::holder_json({RunId("7f3a0001"), "ops@runner", "switch replica",
                                               story.world.time().wall(), "retire box1 the split", 7});
  for (const auto& [name, machine] : story.world.machines()) machine->lock_words = note;
}

bool locked(Story& story) {
  for (const auto& [name, machine] : story.world.machines()) {
    if (!machine->lock_words.empty()) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("a run that is asked to stop ends resumable, and says who asked", "[app][takeover]") {
  Story story;
  story.quick().split_serves();
  std::optional<app::TakenOver> taken;
  bool asked = false;
  story.on_act = [&](const sim::Act& act) {
    if (asked || act.call != "stop" || act.subject != leader_unit) return;
    asked = true;
    // In the midst of another ff's act: the ask alone, since that ff goes on only when this returns.
    story.with_ff([&](const app::Scene& scene, sim::Seat& seat) {
      CHECK(seat.takeover().ask(MachineName("box1"), RunId("00000001"), {"eve@desk", "I need it"},
                                ports::within(*scene.readers.clock, 5s)));
      return 0;
    });
  };
  const Outcome outcome = story.go("replica");
  REQUIRE(asked);
  CHECK(outcome.kind == Outcome::Kind::down);
  REQUIRE(outcome.error);
  CHECK(outcome.error->code == ErrorCode::cancelled);
  CHECK(outcome.error->what == "asked to stop by eve@desk: I need it");
  CHECK_FALSE(locked(story));
  story.on_act = nullptr;
  const Outcome resumed = story.carry_out(
      [&](const app::Scene& scene, sim::Seat& seat, const app::SwitchRequest& request) -> Result<Outcome> {
        FF_TRY(ended, app::resume(scene, seat, request, [](const domain::Plan&) { return true; }, {}));
        return ended.value_or(Outcome{});
      });
  CHECK(resumed.kind == Outcome::Kind::reached);
  CHECK(story.broken.empty());
}

TEST_CASE("a run that hears nothing is fenced after its grace, and the history tells why",
          "[app][takeover]") {
  Story story;
  story.quick().split_serves();
  held_by_a_deaf_run(story);
  const MonoTime began = story.world.time().now();
  const auto taken = take_over(story, "7f3a0001");
  REQUIRE(taken);
  CHECK(taken->how == How::fenced);
  CHECK(taken->fenced.size() == 3);
  CHECK(story.world.time().now() - began >= 10s);
  CHECK(story.world.machine("box1").lock_requests == std::vector<std::string>{"its operator has gone home"});
  CHECK_FALSE(locked(story));
  REQUIRE(story.world.runs.size() == 1);
  const domain::Run& run = story.world.runs.back();
  CHECK(run.header.operator_name == "eve@desk");
  CHECK(run.header.to == ProfileName(app::taken_over_name));
  REQUIRE(run.header.accepted.size() == 1);
  CHECK(run.header.accepted[0].starts_with("run 7f3a0001 (ops@runner runs `switch replica` since "));
  CHECK(run.header.accepted[0].ends_with(": its operator has gone home"));
  CHECK(run.outcome() == "reached");
}

TEST_CASE("a run that ends within its grace is not fenced", "[app][takeover]") {
  Story story;
  story.quick().split_serves();
  held_by_a_deaf_run(story);
  story.world.time().after(4s, [&] {
    for (const auto& [name, machine] : story.world.machines()) machine->lock_words.clear();
  });
  const auto taken = take_over(story, "7f3a0001");
  REQUIRE(taken);
  CHECK(taken->how == How::stopped);
  CHECK(taken->fenced.empty());
}

TEST_CASE("what is not held, or held by another run, is not taken", "[app][takeover]") {
  Story story;
  story.quick().split_serves();
  const auto nothing = take_over(story, "7f3a0001");
  REQUIRE(nothing);
  CHECK(nothing->how == How::not_held);
  held_by_a_deaf_run(story);
  const auto other = take_over(story, "bbbb0002");
  REQUIRE_FALSE(other);
  CHECK(other.error().code == ErrorCode::locked);
  CHECK(other.error().advice.subject == "7f3a0001");
  const auto declined = take_over(story, "7f3a0001", false);
  REQUIRE(declined);
  CHECK(declined->how == How::declined);
  CHECK(story.world.machine("box1").lock_requests.empty());
  CHECK(locked(story));
  CHECK(story.world.runs.empty());
}
