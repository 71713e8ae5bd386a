// What a terminal shows while a run goes on, from events alone.
#include "catch.hpp"
#include "cli/print/live_view.h"

using namespace ff;
using namespace std::chrono_literals;
using Kind = domain::Event::Kind;

namespace {

const WallTime began = WallTime(Milliseconds(1'700'000'000'000));

domain::Event event(Kind kind, const std::string& step, const std::string& machine,
                    Milliseconds after = 0ms) {
  domain::Event event;
  event.kind = kind;
  event.at = began + after;
  event.stage = 7;
  event.stages = 15;
  event.step = step;
  event.where.machine = MachineName(machine);
  return event;
}

domain::Event loading(Milliseconds after, std::optional<Milliseconds> expected) {
  domain::Event progress = event(Kind::progress, "health", "box2", after);
  progress.text = "Loading safetensors checkpoint shards:  50% Completed";
  progress.elapsed = after;
  progress.deadline = 30min;
  progress.expected = expected;
  return progress;
}

}  // namespace

TEST_CASE("a step under way is one line until it ends, with what is awaited and for how long", "[cli]") {
  cli::LiveView view;
  CHECK(view.lines(began, 200).empty());
  view.take(event(Kind::step_started, "health", "box2"));
  view.take(loading(70s, 302s));
  const auto lines = view.lines(began + 75s, 200);
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].find("7/15") != std::string::npos);
  CHECK(lines[0].find("box2") != std::string::npos);
  CHECK(lines[0].find("1m15s of about 5m02s [====>               ], at most 30m00s") != std::string::npos);
  CHECK(lines[0].find("50% Completed") != std::string::npos);
  view.take(event(Kind::step_done, "health", "box2", 80s));
  CHECK(view.lines(began + 81s, 200).empty());
}

TEST_CASE("what lasts longer than it ever did is said to", "[cli]") {
  cli::LiveView view;
  view.take(event(Kind::step_started, "health", "box2"));
  view.take(loading(310s, 302s));
  const auto lines = view.lines(began + 310s, 200);
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].find("longer than the 5m02s expected") != std::string::npos);
  CHECK(lines[0].find('[') == std::string::npos);
}

TEST_CASE("nothing is guessed where nothing tells how long it takes", "[cli]") {
  cli::LiveView view;
  view.take(event(Kind::step_started, "health", "box2"));
  view.take(loading(70s, std::nullopt));
  const auto lines = view.lines(began + 70s, 200);
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].find("about") == std::string::npos);
  CHECK(lines[0].find("at most 30m00s") != std::string::npos);
}

TEST_CASE("boxes that work at once have a line each, an open outage its own, none wider than the terminal",
          "[cli]") {
  cli::LiveView view;
  view.take(event(Kind::outage_began, "", ""));
  view.take(event(Kind::step_started, "retire", "box1"));
  view.take(event(Kind::step_started, "retire", "box2"));
  const auto lines = view.lines(began + 80s, 40);
  REQUIRE(lines.size() == 3);
  CHECK(lines[2] == "  clients have had no model for 1m20s");
  for (const std::string& line : lines) CHECK(line.size() <= 40);
  view.take(event(Kind::step_started, "health", "box2"));
  view.take(loading(80s, 302s));
  for (std::size_t width = 20; width < 140; ++width) {
    for (const std::string& line : view.lines(began + 80s, width)) CHECK(line.size() <= width);
  }
  view.take(event(Kind::step_done, "health", "box2", 80s));
  view.take(event(Kind::outage_over, "", "", 81s));
  CHECK(view.lines(began + 82s, 40).size() == 2);
}

TEST_CASE("a bar is full only when it is over", "[cli]") {
  CHECK(cli::bar(0s, 10s, 10) == "[>         ]");
  CHECK(cli::bar(5s, 10s, 10) == "[=====>    ]");
  CHECK(cli::bar(60s, 10s, 10) == "[=========>]");
  CHECK(cli::bar(1s, 0s, 10) == "[=========>]");
}

TEST_CASE("what is waited for before the first step is a line until that begins", "[cli]") {
  cli::LiveView view;
  domain::Event waiting = event(Kind::progress, "", "box1");
  waiting.text = "waiting for the lock of box1: ops@runner runs `switch replica`";
  waiting.elapsed = 15s;
  waiting.deadline = 30min;
  view.take(waiting);
  CHECK(view.lines(began + 2s, 200) ==
        std::vector<std::string>{
            "  waiting for the lock of box1: ops@runner runs `switch replica` (17.0 s, at most 30m00s)"});
  waiting.deadline.reset();
  view.take(waiting);
  CHECK(view.lines(began + 2s, 200).empty());
}
