// Doing without a machine, and taking it in again, on the simulated world.
#include "app/absence.h"

#include <algorithm>

#include "app/status.h"
#include "catch.hpp"
#include "engine_story.hpp"

using namespace ff;
using namespace ff::testing;
using domain::Outcome;

namespace {

const MachineName box1("box1");
const MachineName box2("box2");
const MachineName edge("edge");

Outcome rejoin(Story& story, const MachineName& box) {
  return story.carry_out([&](const app::Scene& scene, sim::Seat& seat, const app::SwitchRequest& request) {
    return app::rejoin(scene, seat, box, request, [](const domain::Plan&) { return true; }, {});
  });
}

/// Why a rejoin is refused before anything is asked.
std::string refusal(Story& story, const MachineName& box) {
  return story.with_ff([&](const app::Scene& scene, sim::Seat& seat) -> std::string {
    const auto outcome = app::rejoin(scene, seat, box, {}, [](const domain::Plan&) { return true; }, {});
    return outcome ? "" : outcome.error().what;
  });
}

app::StatusReport status(Story& story) {
  return story.with_ff(
      [](const app::Scene& scene, sim::Seat&) { return app::status(scene, app::Tokens::none, {}); });
}

bool drifted(const app::StatusReport& report, const std::string& id) {
  return std::ranges::find(report.judgement.drift, HazardId(id), &domain::Hazard::id) !=
         report.judgement.drift.end();
}

/// Split served, box2's power supply died, and one copy was brought up on box1.
void emergency(Story& story) {
  story.quick().split_serves();
  story.world.machine(box2).cut = true;
  story.absent = {box2};
  REQUIRE(story.go("replica").kind == Outcome::Kind::reached);
  story.absent.clear();
}

std::string absent_text(const std::vector<std::string>& without, const std::vector<std::string>& only,
                        domain::Declaration declaration) {
  const auto absent = app::absent_machines(declaration, without, only);
  if (!absent) return std::string(word(absent.error().code)) + ": " + absent.error().what;
  std::string text;
  for (const MachineName& machine : *absent) text += machine.text() + " ";
  return text;
}

}  // namespace

TEST_CASE("which machines are done without", "[app][absence]") {
  domain::Declaration four = story(4).declaration;
  CHECK(absent_text({}, {}, four).empty());
  CHECK(absent_text({"box3", "box2"}, {}, four) == "box2 box3 ");
  CHECK(absent_text({}, {"box1", "box4"}, four) == "box2 box3 ");
  CHECK(absent_text({"box1"}, {"box1", "box4"}, four) == "box1 box2 box3 ");
  CHECK(absent_text({"bx2"}, {}, four) == "bad_input: no machine 'bx2' (did you mean box2?)");
  CHECK(absent_text({}, {"edge"}, four) ==
        "bad_input: edge is no box: it has no fabric address and runs no model");
  CHECK(absent_text({"edge"}, {}, four) ==
        "refused: edge is the route host: without it no client can be led anywhere");
  four.cluster.route_host = box2;
  CHECK(absent_text({}, {"box1"}, four) == "box3 box4 ");
  CHECK(absent_text({"box2"}, {}, four).starts_with("refused: box2 is the route host"));
}

TEST_CASE("a dead box is done without: one copy serves, and nothing is asked of the box", "[app][absence]") {
  Story story;
  story.quick().split_serves();
  story.world.machine(box2).cut = true;
  const std::string before = story.world.machine(box2).disk.fingerprint().text();

  const Outcome refused = story.go("replica");
  CHECK(refused.kind == Outcome::Kind::refused);
  REQUIRE(refused.hazards.size() == 1);
  CHECK(refused.hazards[0].advice.kind == Advice::Kind::switch_to);
  CHECK(refused.hazards[0].advice.without == std::vector{box2});

  story.absent = {box2};
  const Outcome outcome = story.go("replica");
  CHECK(outcome.kind == Outcome::Kind::reached);
  CHECK(outcome.serving == 1);
  CHECK(outcome.declared == 2);
  CHECK(outcome.absent == std::vector{box2});
  CHECK(story.broken == std::vector<std::string>{});
  CHECK(story.world.machine(box2).disk.fingerprint().text() == before);
  CHECK(story.world.machine(box1).manager.state(UnitName(leader_unit)).load == domain::LoadState::masked);
  for (const MachineName& machine : {box1, edge}) {
    CHECK(story.intent_on(machine).value().absent == std::vector{box2});
    CHECK(story.intent_on(machine).value().phase == domain::Intent::Phase::steady);
  }
  CHECK(story.clients_saw().ends_with("200"));
  CHECK(story.go("replica").kind == Outcome::Kind::already);
}

TEST_CASE("status knows an absent box, dead or back", "[app][absence]") {
  Story story;
  emergency(story);
  app::StatusReport report = status(story);
  CHECK(report.judgement.known);
  CHECK(report.judgement.serving_count() == 1);
  CHECK(report.judgement.absent == std::vector{box2});
  CHECK(drifted(report, "absent:box2"));
  CHECK(report.judgement.drift.size() == 1);
  CHECK(report.judgement.advice.kind == Advice::Kind::rejoin_later);

  story.world.power_cycle("box2");
  story.world.machine(box2).cut = false;
  story.world.time().pass(std::chrono::seconds(10));
  report = status(story);
  CHECK(drifted(report, "back:box2"));
  CHECK(report.judgement.drift.size() == 1);
  CHECK(report.judgement.serving_count() == 1);
  CHECK(report.judgement.advice.kind == Advice::Kind::rejoin);
  CHECK(report.judgement.advice.subject == "box2");
}

TEST_CASE("a box that is back is taken in again while the other copy serves", "[app][absence]") {
  Story story;
  emergency(story);
  story.world.power_cycle("box2");
  story.world.machine(box2).cut = false;
  story.world.time().pass(std::chrono::seconds(10));
  story.serving_min = 1;
  const bool by_rejoin = GENERATE(true, false);
  const Outcome outcome = by_rejoin ? rejoin(story, box2) : story.go("replica");
  CHECK(outcome.kind == Outcome::Kind::reached);
  CHECK(outcome.serving == 2);
  CHECK(outcome.absent.empty());
  CHECK(story.broken == std::vector<std::string>{});
  CHECK(story.intent_on(box2).value().absent.empty());
  CHECK(story.intent_on(box2).value().generation == story.intent_on(edge).value().generation);
  CHECK(story.world.machine(box2).manager.state(UnitName(worker_unit)).load == domain::LoadState::masked);
  CHECK(status(story).judgement.as_declared());
}

TEST_CASE("a rejoin that cannot be is refused in words", "[app][absence]") {
  Story story;
  story.quick().split_serves();
  CHECK(refusal(story, MachineName("bax2")) == "no machine 'bax2' (did you mean box2?)");
  story.world.machine(box2).cut = true;
  story.absent = {box2};
  REQUIRE(story.go("replica").kind == Outcome::Kind::reached);
  CHECK(refusal(story, box2).starts_with("box2 does not answer yet: "));
}

TEST_CASE("a rejoin of a box that is in changes nothing", "[app][absence]") {
  Story story;
  story.quick().split_serves();
  const bool another_is_out = GENERATE(false, true);
  if (another_is_out) story.absent = {box2};
  if (another_is_out) REQUIRE(story.go("replica").kind == Outcome::Kind::reached);
  const std::size_t acts = story.world.acts().size();
  const Outcome outcome = rejoin(story, box1);
  CHECK(outcome.kind == Outcome::Kind::already);
  CHECK(outcome.target == ProfileName(another_is_out ? "replica" : "split"));
  CHECK(outcome.serving == 1);
  CHECK(outcome.absent.size() == (another_is_out ? 1 : 0));
  CHECK(story.world.acts().size() == acts);
}

TEST_CASE("a rejoin leaves the others that are absent alone", "[app][absence]") {
  Story story(4);
  story.quick().split_serves();
  for (const char* name : {"box2", "box3"}) story.world.machine(name).cut = true;
  story.absent = {box2, MachineName("box3")};
  REQUIRE(story.go("replica").serving == 2);
  story.world.power_cycle("box2");
  story.world.machine(box2).cut = false;
  const Outcome outcome = rejoin(story, box2);
  CHECK(outcome.kind == Outcome::Kind::reached);
  CHECK(outcome.serving == 3);
  CHECK(outcome.absent == std::vector{MachineName("box3")});
}

TEST_CASE("what nothing is left of is refused, and the lock of a dead box is not asked for",
          "[app][absence]") {
  Story story;
  story.quick().split_serves();
  story.world.machine(box2).lock_words = "a holder of yesterday";
  story.absent = {box2};
  const Outcome split = story.go("split");
  CHECK(split.kind == Outcome::Kind::refused);
  REQUIRE(split.hazards.size() == 1);
  CHECK(split.hazards[0].id == HazardId("nothing-left"));
  CHECK(story.go("replica").kind == Outcome::Kind::reached);
}

TEST_CASE("cut without a box, the same command goes on without it", "[app][absence]") {
  Story story;
  story.quick().split_serves();
  story.world.machine(box2).cut = true;
  story.absent = {box2};
  story.world.kill_after(GENERATE(3U, 9U, 15U, 20U));
  try {
    (void)story.go("replica");
  } catch (const sim::Killed&) {
  }
  story.world.kill_after(0);
  const Outcome outcome = story.go("replica");
  CHECK((outcome.kind == Outcome::Kind::reached || outcome.kind == Outcome::Kind::already));
  CHECK(outcome.serving == 1);
  CHECK(story.intent_on(edge).value().absent == std::vector{box2});
}
