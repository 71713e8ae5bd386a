#include <algorithm>
#include <random>

#include "catch.hpp"
#include "domain/plan.h"
#include "planner/imagine.h"
#include "planner/planner.h"
#include "words/step.h"
#include "world_builder.hpp"

// A plan is carried out in the imagination, whole or cut anywhere, and made again. What must never happen is
// looked for at every step on the way.

using namespace ff;
using testing::World;

namespace {

domain::Plan plan_for(const World& world, const std::string& target) {
  return planner::make_plan(world.declaration, ProfileName(target), world.snapshot);
}

std::string text(const domain::Plan& plan) {
  std::string out;
  for (std::size_t i = 0; i < plan.stages.size(); ++i) {
    for (const domain::Step& step : plan.stages[i].steps) {
      out +=
          std::to_string(i + 1) + " " + domain::machine_of(step).text() + " " + words::describe(step) + "\n";
    }
  }
  return out;
}

bool at_rest(const World& world, const MachineName& box, const UnitName& unit) {
  return world.snapshot.machine(box).unit(unit).at_rest();
}

/// Units of split and copies conflict on a box; both must never run there.
void require_no_conflict(const World& world) {
  for (const auto& [name, view] : world.snapshot.machines) {
    const bool copy = !at_rest(world, name, UnitName("ff-replica.service"));
    const bool rank = !at_rest(world, name, UnitName("ff-split-leader.service")) ||
                      !at_rest(world, name, UnitName("ff-split-worker.service"));
    INFO(name.text());
    REQUIRE_FALSE((copy && rank));
  }
}

void require_one_step_a_machine(const domain::Plan& plan) {
  for (const domain::Stage& stage : plan.stages) {
    REQUIRE_FALSE(stage.steps.empty());
    for (std::size_t i = 0; i < stage.steps.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        REQUIRE(domain::machine_of(stage.steps[i]) != domain::machine_of(stage.steps[j]));
      }
    }
  }
}

bool gave_a_token(const World& world, const domain::Endpoint& endpoint) {
  for (const domain::Profile& profile : world.declaration.profiles) {
    for (const domain::Instance& one : domain::instances_of(world.declaration.cluster, profile)) {
      const domain::Health* health = world.snapshot.health_of(one);
      if (one.endpoint == endpoint && health != nullptr && health->rung == domain::Rung::token) return true;
    }
  }
  return false;
}

/// What may not be when a step is about to be done: I1 to I4 as far as a plan can break them.
void require_allowed(const domain::Step& step, const World& world) {
  if (const auto* launch = std::get_if<domain::Launch>(&step.action)) {
    const domain::MachineView& view = world.snapshot.machine(launch->machine);
    for (const auto& [unit, state] : view.units) {
      const bool ours = unit.text().starts_with("ff-") || unit.text().starts_with("old-");
      if (!ours || unit == launch->unit || state.load == domain::LoadState::not_found) continue;
      INFO(unit.text());
      REQUIRE((view.masked(unit) && state.at_rest() && !view.enabled(unit)));
    }
  }
  if (const auto* set = std::get_if<domain::SetRoute>(&step.action)) {
    for (const domain::Upstream& upstream : set->route.upstreams) {
      REQUIRE(gave_a_token(world, upstream.endpoint));
    }
  }
  if (const auto* mask = std::get_if<domain::Mask>(&step.action)) {
    for (const UnitName& unit : mask->units) REQUIRE(at_rest(world, mask->machine, unit));
  }
}

/// Carries out as many steps as `count`, all by default; true when the plan was done wholly.
bool carry_out(const domain::Plan& plan, World& world, int count = 1'000'000) {
  require_one_step_a_machine(plan);
  for (const domain::Stage& stage : plan.stages) {
    for (const domain::Step& step : stage.steps) {
      if (count-- == 0) return false;
      INFO(words::describe(step));
      require_allowed(step, world);
      planner::imagine(step, world.snapshot);
      if (!std::holds_alternative<domain::Settle>(step.action)) REQUIRE(domain::holds(step, world.snapshot));
      require_no_conflict(world);
    }
  }
  return true;
}

void require_reached(const World& world, const std::string& target) {
  const domain::Plan again = plan_for(world, target);
  INFO(text(again));
  REQUIRE(again.empty());
}

/// The whole change, and the change cut after each step and begun again.
void require_converges(const World& start, const std::string& target) {
  const domain::Plan plan = plan_for(start, target);
  INFO(text(plan));
  for (int cut = 0;; ++cut) {
    INFO("cut after " << cut << " steps");
    World world = start;
    const bool whole = carry_out(plan, world, cut);
    const domain::Plan rest = plan_for(world, target);
    INFO("the rest:\n" << text(rest));
    carry_out(rest, world);
    require_reached(world, target);
    if (whole) return;
  }
}

/// Any state that hands, crashes and reboots can leave behind.
World disturbed(World world, std::mt19937& random) {
  const auto chance = [&](int percent) { return static_cast<int>(random() % 100) < percent; };
  for (auto& [name, view] : world.snapshot.machines) {
    for (auto& [unit, state] : view.units) {
      const bool ours = unit.text().starts_with("ff-") || unit.text().starts_with("old-");
      if (!ours || !chance(40)) continue;
      constexpr std::array states = {domain::ActiveState::active, domain::ActiveState::inactive,
                                     domain::ActiveState::failed, domain::ActiveState::activating,
                                     domain::ActiveState::deactivating};
      if (chance(60)) state.active = states[random() % states.size()];
      if (chance(20)) state.restarts = 2;
      if (chance(40)) view.enabled_links.insert(unit);
      if (chance(20)) view.enabled_links.erase(unit);
      if (chance(30)) world.masked(name.text(), unit.text());
    }
    if (chance(20)) view.files.clear();
  }
  for (auto& [profile, instances] : world.snapshot.health) {
    for (auto& [name, health] : instances) {
      if (chance(40)) health.rung = static_cast<domain::Rung>(random() % 6);
    }
  }
  if (chance(30)) world.routed("maintenance", {});
  if (chance(20)) world.snapshot.route.owned = false;
  return world;
}

/// A disturbed world may have both kinds of unit running on a box: that is not a plan's doing.
bool conflicts_already(const World& world) {
  return std::ranges::any_of(world.snapshot.machines, [&](const auto& entry) {
    const bool copy = !at_rest(world, entry.first, UnitName("ff-replica.service"));
    const bool rank = !at_rest(world, entry.first, UnitName("ff-split-leader.service")) ||
                      !at_rest(world, entry.first, UnitName("ff-split-worker.service"));
    return copy && rank;
  });
}

}  // namespace

TEST_CASE("a plan cut after any step is finished by the next one", "[planner]") {
  for (const int boxes : {1, 2, 4}) {
    for (const std::string target : {"replica", "split", "off"}) {
      if (boxes == 1 && target == "split") continue;
      DYNAMIC_SECTION("split to " << target << " on " << boxes) {
        require_converges(testing::split_serves(boxes), target);
      }
      DYNAMIC_SECTION("replica to " << target << " on " << boxes) {
        require_converges(testing::replicas_serve(boxes), target);
      }
      DYNAMIC_SECTION("nothing to " << target << " on " << boxes) {
        require_converges(testing::story(boxes), target);
      }
    }
  }
}

TEST_CASE("a changed setting rolls through the copies and converges from any cut", "[planner]") {
  World world = testing::replicas_serve(3);
  world.profile("replica").settings.max_num_seqs = 6;
  require_converges(world, "replica");
}

TEST_CASE("any disturbed world converges to each target", "[planner]") {
  std::mt19937 random(20261022);
  for (int round = 0; round < 400; ++round) {
    const World calm = round % 2 == 0 ? testing::split_serves(2) : testing::replicas_serve(2);
    World world = disturbed(calm, random);
    if (conflicts_already(world)) continue;
    for (const std::string target : {"replica", "split", "off"}) {
      INFO("round " << round << " to " << target);
      World end = world;
      const domain::Plan plan = plan_for(end, target);
      INFO(text(plan));
      carry_out(plan, end);
      require_reached(end, target);
    }
  }
}
