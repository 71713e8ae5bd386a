// Logs and what is told of a wait, on the simulated world.
#include "app/journal.h"

#include <algorithm>
#include <atomic>
#include <future>

#include "adapters/local/real_clock.h"
#include "adapters/local/thread_lanes.h"
#include "app/telling.h"
#include "catch.hpp"
#include "engine_story.hpp"

using namespace ff;
using namespace ff::testing;
using domain::Outcome;

namespace {

/// What `ff logs NAME` prints, or its error.
std::vector<std::string> logs(Story& story, const std::string& name) {
  return story.with_ff([&](const app::Scene& scene, sim::Seat&) {
    std::vector<std::string> lines;
    auto journal = app::Journal::open(scene, name, {});
    if (!journal) return std::vector{journal.error().what};
    const Status told = journal->tail(
        10, [&](const app::LogLine& line) { lines.push_back(line.unit.text() + " " + line.text); }, {});
    REQUIRE(told);
    return lines;
  });
}

bool any(const std::vector<std::string>& lines, const std::string& part) {
  return std::ranges::any_of(lines,
                             [&](const std::string& line) { return line.find(part) != std::string::npos; });
}

}  // namespace

TEST_CASE("the logs of what was stopped long ago are those of its last start", "[app][journal]") {
  Story story;
  story.quick().split_serves();
  CHECK(logs(story, "box2") ==
        std::vector{std::string(worker_unit) + " Initializing a V1 LLM engine with config: "
                                               "model='/models/nemotron'",
                    std::string(worker_unit) + " Loading safetensors checkpoint shards"});
  REQUIRE(story.go("replica").kind == Outcome::Kind::reached);
  // What is at rest is forgotten by its manager after a boot, at the latest.
  story.world.power_cycle("box1");
  story.world.power_cycle("box2");
  const auto told = logs(story, "box1+box2");
  CHECK(any(told, std::string(leader_unit) + " Application startup complete."));
  CHECK(any(told, std::string(worker_unit) + " Loading"));
  CHECK_FALSE(any(told, replica_unit));
}

TEST_CASE("the logs of what never ran are said to be none", "[app][journal]") {
  Story story;
  CHECK(logs(story, "box1+box2") ==
        std::vector<std::string>{"no journal tells of a start of a unit of box1+box2"});
}

TEST_CASE("work that takes long is told, work that does not is not", "[app][journal]") {
  struct Sink : ports::Events {
    void emit(const domain::Event& event) noexcept override {
      if (++count == 1) first.set_value(event.text);
    }
    std::atomic<int> count = 0;
    std::promise<std::string> first;
  };
  const World world = story();
  adapters::local::RealClock clock;
  adapters::local::ThreadLanes lanes;
  Sink sink;
  ports::Readers readers;
  readers.clock = &clock;
  readers.lanes = &lanes;
  readers.events = &sink;
  const app::Scene scene{world.declaration, readers};
  app::while_telling(scene, RunId("1"), "quick", [] {});
  CHECK(sink.count == 0);
  std::future<std::string> told = sink.first.get_future();
  app::while_telling(scene, RunId("1"), "locking", [&] { told.wait_for(std::chrono::seconds(20)); });
  REQUIRE(sink.count >= 1);
  CHECK(told.get() == "locking");
}
