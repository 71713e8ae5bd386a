#pragma once

#include <algorithm>
#include <functional>
#include <variant>

#include "domain/plan.h"

namespace ff::simulation {

using ChangePlan = std::function<void(domain::Plan&)>;

/// Every step of the kind is missing.
template <class Kind>
ChangePlan without_steps() {
  return [](domain::Plan& plan) {
    for (domain::Stage& stage : plan.stages) {
      std::erase_if(stage.steps,
                    [](const domain::Step& step) { return std::holds_alternative<Kind>(step.action); });
    }
    std::erase_if(plan.stages, [](const domain::Stage& stage) { return stage.steps.empty(); });
  };
}

/// Every step of the kind is changed.
template <class Kind>
ChangePlan each_step(std::function<void(Kind&)> change) {
  return [change = std::move(change)](domain::Plan& plan) {
    for (domain::Stage& stage : plan.stages) {
      for (domain::Step& step : stage.steps) {
        if (auto* found = std::get_if<Kind>(&step.action)) change(*found);
      }
    }
  };
}

template <class Kind>
bool has(const domain::Stage& stage) {
  return std::ranges::any_of(
      stage.steps, [](const domain::Step& step) { return std::holds_alternative<Kind>(step.action); });
}

/// The first stage with `Later` after each wait for health is moved before that wait.
template <class Later>
ChangePlan before_healthy() {
  return [](domain::Plan& plan) {
    auto& stages = plan.stages;
    for (auto wait = stages.begin(); wait != stages.end(); ++wait) {
      if (!has<domain::AwaitHealthy>(*wait)) continue;
      const auto later =
          std::find_if(wait, stages.end(), [](const domain::Stage& one) { return has<Later>(one); });
      if (later == stages.end()) return;
      std::rotate(wait, later, later + 1);
      ++wait;
    }
  };
}

}  // namespace ff::simulation
