// Stopped or killed at any act, the same command again gets there, and the way back is open.
#include "catch.hpp"
#include "domain/outcome.h"
#include "engine_story.hpp"

using namespace ff;
using namespace ff::testing;
using namespace std::chrono_literals;
using domain::Outcome;

namespace {

using Lines = std::vector<std::string>;

/// How a run is cut at its k-th act.
enum class Cut { stop, kill };

/// Brings the world to where `from` serves, or, for "nothing", to a way to the copies on which both died.
void set_out(Story& story, const std::string& from) {
  story.quick().split_serves();
  if (from == "nothing") {
    for (const char* box : {"box1", "box2"}) story.world.manner(box, replica_unit).dies_after = 100ms;
    story.on_failure = app::OnFailure::stop;
    REQUIRE(story.go("replica").kind == Outcome::Kind::down);
    story.on_failure = app::OnFailure::back;
    for (const char* box : {"box1", "box2"}) story.world.manner(box, replica_unit).dies_after.reset();
  }
  if (from == "replica") REQUIRE(story.go("replica").kind == Outcome::Kind::reached);
}

std::string goal(const std::string& from, const std::string& to) {
  Story story;
  set_out(story, from);
  REQUIRE(story.go(to).kind == Outcome::Kind::reached);
  return story.standing();
}

/// One run towards `to` that is cut at its k-th act; false when it ended before.
bool cut_run(Story& story, const std::string& to, Cut cut, std::size_t k) {
  if (cut == Cut::kill) {
    story.world.kill_after(k);
    try {
      (void)story.go(to);
      story.world.kill_after(0);
      return false;
    } catch (const sim::Killed&) {
      return true;
    }
  }
  std::stop_source source;
  const std::size_t last = story.world.acts().size() + k;
  story.on_act = [&](const sim::Act&) {
    if (story.world.acts().size() >= last) source.request_stop();
  };
  const Outcome outcome = story.go(to, source.get_token());
  story.on_act = nullptr;
  if (outcome.kind == Outcome::Kind::reached) return false;
  if (outcome.run.empty()) return true;
  // Interrupted where something serves, down where nothing does: never called anything else.
  const bool serves = story.world.clients().status() == 200;
  CHECK((outcome.kind == (serves ? Outcome::Kind::interrupted : Outcome::Kind::down)));
  CHECK((outcome.serving > 0) == serves);
  REQUIRE(outcome.error);
  CHECK(outcome.error->code == ErrorCode::cancelled);
  return true;
}

/// Cuts at every act in turn and goes on to `then`; the value is how many cuts there were.
std::size_t cut_everywhere(const std::string& from, const std::string& to, const std::string& then, Cut cut) {
  const std::string wanted = then == to ? goal(from, to) : goal(to, then);
  for (std::size_t k = 1;; ++k) {
    Story story;
    set_out(story, from);
    if (!cut_run(story, to, cut, k)) return k - 1;
    const std::string last = story.world.acts().back().text();
    // A while later, as people are: what was started goes on loading meanwhile.
    story.world.time().pass(k % 2 == 0 ? 0ms : 3s);
    const Outcome outcome = story.go(then);
    INFO(from << " to " << to << ", cut at act " << k << ": " << last << "; then " << then << " "
              << (outcome.error ? outcome.error->what : ""));
    // Cut after its last note of all, or before its first, there is nothing left to do.
    CHECK((outcome.kind == Outcome::Kind::reached || outcome.kind == Outcome::Kind::already));
    CHECK(story.standing() == wanted);
    CHECK(story.world.clients().status() == 200);
    CHECK(story.broken == Lines{});
  }
}

}  // namespace

TEST_CASE("split to copies, stopped at every act: again gets there", "[engine][cuts]") {
  CHECK(cut_everywhere("split", "replica", "replica", Cut::stop) > 30);
}

TEST_CASE("split to copies, killed at every act: again gets there", "[engine][cuts]") {
  CHECK(cut_everywhere("split", "replica", "replica", Cut::kill) > 40);
}

TEST_CASE("copies to split, killed at every act: again gets there", "[engine][cuts]") {
  CHECK(cut_everywhere("replica", "split", "split", Cut::kill) > 40);
}

TEST_CASE("split to copies, killed at every act: back to split", "[engine][cuts]") {
  CHECK(cut_everywhere("split", "replica", "split", Cut::kill) > 40);
}

TEST_CASE("copies to split, stopped at every act: back to the copies", "[engine][cuts]") {
  CHECK(cut_everywhere("replica", "split", "replica", Cut::stop) > 30);
}

TEST_CASE("where nothing serves, stopped or killed at every act: again gets there", "[engine][cuts]") {
  CHECK(cut_everywhere("nothing", "replica", "replica", Cut::stop) > 20);
  CHECK(cut_everywhere("nothing", "replica", "replica", Cut::kill) > 20);
  CHECK(cut_everywhere("nothing", "split", "replica", Cut::stop) > 20);
}

TEST_CASE("a lease that is lost at any act ends all acts at once", "[engine][cuts]") {
  for (std::size_t k = 1;; ++k) {
    Story story;
    set_out(story, "split");
    const std::size_t last = story.world.acts().size() + k;
    story.on_act = [&](const sim::Act&) {
      if (story.world.acts().size() == last) story.ff->lose_lease();
    };
    const Outcome outcome = story.go("replica");
    INFO("lost at act " << k << ": " << story.world.acts().back().text());
    if (story.world.acts().size() < last) {
      CHECK(k > 40);
      break;
    }
    CHECK(story.world.acts().size() == last);
    // Lost after the last act that counts, the run is as good as done.
    const bool at_the_end = outcome.kind == Outcome::Kind::reached;
    CHECK((at_the_end || (outcome.error && outcome.error->code == ErrorCode::lease_lost)));
    story.on_act = nullptr;
    const Outcome again = story.go("replica");
    CHECK((again.kind == Outcome::Kind::reached || again.kind == Outcome::Kind::already));
    CHECK(story.broken == Lines{});
  }
}

TEST_CASE("a stop leaves every wait at once, and the act under way is completed", "[engine]") {
  // Waits: for requests to end, for memory, for a token, for what settles.
  const auto [act, delay] = GENERATE(table<std::string, Milliseconds>({
      {"edge set_route maintenance", 500ms},
      {"box2 stop ff-split-worker.service", 500ms},
      {"box1 start ff-replica.service", 2s},
      {"box2 enable ff-replica.service", 1s},
  }));
  INFO(act);
  Story story;
  story.split_serves();
  story.world.manner("box2", worker_unit).memory_return = 10min;
  std::stop_source source;
  MonoTime asked;
  story.on_act = [&, wanted = act, later = delay](const sim::Act& done) {
    if (done.text() != wanted) return;
    story.world.time().after(later, [&] {
      asked = story.world.time().now();
      source.request_stop();
    });
  };
  if (act.find("replica") != std::string::npos) story.world.manner("box2", worker_unit).memory_return = 1s;
  const Outcome outcome = story.go("replica", source.get_token());
  story.on_act = nullptr;
  CHECK((outcome.kind == Outcome::Kind::down || outcome.kind == Outcome::Kind::interrupted));
  CHECK(story.world.time().now() - asked < 2s);
  story.world.manner("box2", worker_unit).memory_return = 1s;
  CHECK(story.go("replica").kind == Outcome::Kind::reached);
  CHECK(story.broken == Lines{});
}

TEST_CASE("an unfinished change that is interrupted at once stays unfinished", "[engine]") {
  Story story;
  story.split_serves().recorded("replica", "box2", 5min);
  story.world.manner("box1", replica_unit).dies_after = 1s;
  REQUIRE(story.go("replica").kind == domain::Outcome::Kind::degraded);
  std::stop_source source;
  story.on_act = [&](const sim::Act& act) {
    if (act.text().ends_with(" write_file /var/lib/ff/intent.json")) source.request_stop();
  };
  const Outcome outcome = story.go("replica", source.get_token());
  CHECK(outcome.kind == Outcome::Kind::interrupted);
  CHECK_FALSE(outcome.run.empty());
  story.on_act = nullptr;
  CHECK_THAT(story.standing(), Catch::Contains("edge intent replica switching"));
  story.world.manner("box1", replica_unit).dies_after.reset();
  CHECK(story.go("replica").kind == domain::Outcome::Kind::reached);
}
