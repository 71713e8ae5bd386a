#include "codec/plan.h"

#include "codec/archive.h"
#include "codec/describe.h"
#include "codec/describe_steps.h"
#include "codec/versioned.h"

namespace ff::codec {
namespace {

constexpr Write write{true};

Value step_value(const domain::Step& step) {
  Value value = std::visit([](const auto& action) { return write(action); }, step.action);
  auto& all = std::get<Value::Object>(value.held);
  all.insert(all.begin(), {"kind", write(std::string(domain::kind_of(step)))});
  all.push_back({"reason", write(step.reason)});
  return value;
}

Value stages_value(const domain::Plan& plan) {
  Value::Array stages;
  for (const domain::Stage& stage : plan.stages) {
    Value::Array steps;
    for (const domain::Step& step : stage.steps) steps.push_back(step_value(step));
    stages.push_back({std::move(steps)});
  }
  return {std::move(stages)};
}

}  // namespace

std::string plan_json(const domain::Plan& plan) {
  return document({{"from", write(plan.from)},
                   {"to", write(plan.to)},
                   {"seen_at", write(plan.seen_at)},
                   {"changes", write(!plan.empty())},
                   {"stages", stages_value(plan)},
                   {"hazards", write(plan.hazards)},
                   {"target", write(plan.target)},
                   {"declared", write(plan.declared)},
                   {"absent", write(plan.absent)},
                   {"drained", write(plan.drained)},
                   {"serving_before", write(plan.serving_before)},
                   {"prediction", write(plan.prediction)}});
}

}  // namespace ff::codec
