// What an outage was spent on, on the simulated world.
#include <algorithm>

#include "catch.hpp"
#include "engine_story.hpp"
#include "words/outcome.h"

using namespace ff;
using namespace ff::testing;
using domain::Outcome;

TEST_CASE("an outage's parts are told with what was predicted beside them", "[app]") {
  Story story;
  story.quick().split_serves();
  const Outcome outcome = story.go("replica");
  REQUIRE(outcome.kind == Outcome::Kind::reached);
  std::vector<std::string> names;
  Milliseconds sum{0};
  for (const domain::OutagePart& part : outcome.outage_parts) {
    names.push_back(part.name);
    sum += part.seen;
    CHECK(part.predicted.has_value() == (part.name == "drain" || part.name == "start"));
  }
  REQUIRE(names.size() >= 4);
  CHECK(names.front() == "drain");
  CHECK(names.back() == "flip");
  CHECK(std::ranges::count(names, "start") == 1);
  // The second copy and the settling are no part of it.
  CHECK(sum < outcome.took - Milliseconds(2000));
  CHECK(words::outage_parts(outcome).starts_with("drain "));
}

TEST_CASE("without an outage there are no parts", "[app]") {
  Story story;
  story.quick().split_serves();
  REQUIRE(story.go("replica").kind == Outcome::Kind::reached);
  CHECK(story.go("replica").outage_parts.empty());
}
