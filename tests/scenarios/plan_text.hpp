#pragma once

#include <string>

#include "domain/plan.h"
#include "planner/drift.h"

namespace ff::scenarios {

/// A plan as a scenario keeps it in plan.txt: title, steps, predicted outage, hazards.
[[nodiscard]] std::string plan_text(const domain::Plan& plan);
/// What a status would say of the same snapshot.
[[nodiscard]] std::string judgement_text(const planner::Judgement& judgement);

}  // namespace ff::scenarios
