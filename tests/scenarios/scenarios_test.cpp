#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "catch.hpp"
#include "plan_text.hpp"
#include "planner/imagine.h"
#include "planner/planner.h"
#include "scenario.hpp"

// Each folder beside this file is a planner test: what was observed, and the plan that comes of it.

using namespace ff;
using scenarios::Scenario;

namespace {

std::string text_of(const Scenario& scenario) {
  const domain::Plan plan = planner::make_plan(scenario.declaration, scenario.target, scenario.snapshot);
  const planner::Judgement judgement =
      planner::judge(scenario.declaration, scenario.snapshot, domain::Rung::token);
  return "# " + scenario.purpose + "\n" + scenarios::plan_text(plan) + scenarios::judgement_text(judgement);
}

/// Set by scripts/update-scenarios: "all" or the name of one.
bool to_be_updated(const std::string& name) {
  const char* wanted = std::getenv("FF_UPDATE_SCENARIOS");
  return wanted != nullptr && (std::string(wanted) == "all" || wanted == name);
}

Scenario scenario_named(const std::string& name) {
  auto scenario = scenarios::read(name);
  if (!scenario) {
    for (const std::string& line : scenario.error().evidence) UNSCOPED_INFO(line);
    FAIL(name << ": " << scenario.error().what);
  }
  return *std::move(scenario);
}

}  // namespace

TEST_CASE("each scenario's plan is the one beside it", "[scenarios]") {
  for (const std::string& name : scenarios::names()) {
    DYNAMIC_SECTION(name) {
      const Scenario scenario = scenario_named(name);
      if (to_be_updated(name)) std::ofstream(scenario.expected()) << text_of(scenario);
      CHECK(text_of(scenario) == scenarios::text_of(scenario.expected()));
    }
  }
}

TEST_CASE("each scenario's plan leads to the target, and nothing is left to do then", "[scenarios]") {
  for (const std::string& name : scenarios::names()) {
    DYNAMIC_SECTION(name) {
      Scenario scenario = scenario_named(name);
      const domain::Plan plan = planner::make_plan(scenario.declaration, scenario.target, scenario.snapshot);
      for (const domain::Stage& stage : plan.stages) {
        for (const domain::Step& step : stage.steps) planner::imagine(step, scenario.snapshot);
      }
      const domain::Plan again = planner::make_plan(scenario.declaration, scenario.target, scenario.snapshot);
      INFO(scenarios::plan_text(again));
      CHECK(again.empty());
    }
  }
}

TEST_CASE("there are scenarios", "[scenarios]") {
  CHECK(scenarios::names().size() >= 30);
}
