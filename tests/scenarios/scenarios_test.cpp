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
  const domain::Plan plan = scenario.plan(scenario.snapshot);
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

std::vector<domain::Step> steps_of(const domain::Plan& plan) {
  std::vector<domain::Step> steps;
  for (const domain::Stage& stage : plan.stages) {
    steps.insert(steps.end(), stage.steps.begin(), stage.steps.end());
  }
  return steps;
}

/// What a run leaves that wrote its intent and was then killed after so many steps.
domain::Snapshot cut_after(std::size_t count, const std::vector<domain::Step>& steps,
                           const Scenario& scenario, const domain::Plan& plan) {
  domain::Snapshot left = scenario.snapshot;
  for (auto& [name, view] : left.machines) {
    if (!view.intent) view.intent.emplace();
    view.intent->generation = {99, RunId("0badcafe")};
    view.intent->from = plan.from;
    view.intent->to = plan.to;
    view.intent->phase = domain::Intent::Phase::switching;
    view.intent->absent = plan.absent;
  }
  for (std::size_t i = 0; i < count; ++i) planner::imagine(steps[i], left);
  return left;
}

bool blocked(const domain::Plan& plan) {
  return std::ranges::any_of(plan.hazards, [](const domain::Hazard& hazard) {
    return hazard.weight == domain::Hazard::Class::block;
  });
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
      const domain::Plan plan = scenario.plan(scenario.snapshot);
      for (const domain::Step& step : steps_of(plan)) planner::imagine(step, scenario.snapshot);
      const domain::Plan again = scenario.plan(scenario.snapshot);
      INFO(scenarios::plan_text(again));
      CHECK(again.empty());
    }
  }
}

TEST_CASE("cut after any step of any scenario, the target is reached, without an outage that was not planned",
          "[scenarios]") {
  for (const std::string& name : scenarios::names()) {
    DYNAMIC_SECTION(name) {
      const Scenario scenario = scenario_named(name);
      const domain::Plan plan = scenario.plan(scenario.snapshot);
      const std::vector<domain::Step> steps = steps_of(plan);
      for (std::size_t count = 0; !blocked(plan) && count <= steps.size(); ++count) {
        domain::Snapshot left = cut_after(count, steps, scenario, plan);
        const domain::Plan next = scenario.plan(left);
        INFO("cut after " << count << " steps of\n"
                          << scenarios::plan_text(plan) << "\nthen\n"
                          << scenarios::plan_text(next));
        CHECK_FALSE(blocked(next));
        CHECK(next.prediction.outage <= plan.prediction.outage);
        for (const domain::Step& step : steps_of(next)) planner::imagine(step, left);
        CHECK(scenario.plan(left).empty());
      }
    }
  }
}

TEST_CASE("there are scenarios, and cuts of them", "[scenarios]") {
  CHECK(scenarios::names().size() >= 110);
  std::size_t cuts = 0;
  for (const std::string& name : scenarios::names()) {
    const Scenario scenario = scenario_named(name);
    CHECK(scenario.purpose.size() > 10);
    const domain::Plan plan = scenario.plan(scenario.snapshot);
    if (!blocked(plan)) cuts += steps_of(plan).size();
  }
  INFO(cuts << " cuts");
  CHECK(cuts >= 1000);
}
