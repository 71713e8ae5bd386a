#include "plan_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "words/outcome.h"
#include "words/step.h"

namespace ff::scenarios {
namespace {

std::string stage_text(std::size_t number, const domain::Stage& stage, std::size_t subject_width) {
  std::string out;
  for (const domain::Step& step : stage.steps) {
    const words::StepLine line = words::step_line(step);
    const std::string mark = out.empty() ? std::to_string(number) : "";
    std::string text = fmt::format("{:>2}  {:<9}  {:<4}  {:<{}}  {}", mark, line.kind, line.machine,
                                   line.subject, subject_width, line.text);
    text.erase(text.find_last_not_of(' ') + 1);
    out += text + "\n";
  }
  return out;
}

std::size_t subject_width(const domain::Plan& plan) {
  std::size_t width = 0;
  for (const domain::Stage& stage : plan.stages) {
    for (const domain::Step& step : stage.steps)
      width = std::max(width, words::step_line(step).subject.size());
  }
  return std::min<std::size_t>(width, 46);
}

std::string advice_text(const Advice& advice) {
  std::string out = advice.kind == Advice::Kind::switch_to ? "switch"
                    : advice.kind == Advice::Kind::rejoin  ? "rejoin"
                                                           : "rejoin later";
  out += " " + advice.subject;
  for (const MachineName& machine : advice.without) out += " without " + machine.text();
  return out;
}

std::string hazard_text(const domain::Hazard& hazard) {
  std::string out =
      fmt::format("{} {}\n    {}\n", domain::word(hazard.weight), hazard.id.text(), hazard.what);
  for (const std::string& line : lines(hazard.remedy)) out += "    > " + line + "\n";
  if (hazard.advice.kind != Advice::Kind::none) out += "    = " + advice_text(hazard.advice) + "\n";
  return out;
}

}  // namespace

std::string plan_text(const domain::Plan& plan) {
  std::string out = words::title(plan) + "\n";
  const std::size_t width = subject_width(plan);
  for (std::size_t i = 0; i < plan.stages.size(); ++i) out += stage_text(i + 1, plan.stages[i], width);
  out += plan.empty() ? "no steps\n" : words::prediction(plan) + "\n";
  if (plan.prediction.start_back) out += fmt::format("back: {}\n", human(*plan.prediction.start_back));
  for (const domain::Hazard& hazard : plan.hazards) out += hazard_text(hazard);
  return out;
}

std::string judgement_text(const planner::Judgement& judgement) {
  std::string out =
      fmt::format("status: {}, serving {} of {}{}{}{}\n",
                  judgement.profile.empty() ? "no profile" : judgement.profile.text(),
                  judgement.serving_count(), judgement.declared, words::without(judgement.absent),
                  judgement.known ? "" : ", not all known", judgement.as_declared() ? ", as declared" : "");
  for (const domain::Hazard& drift : judgement.drift) {
    out += fmt::format("drift {}\n    {}\n", drift.id.text(), drift.what);
  }
  if (judgement.advice.kind != Advice::Kind::none) {
    out += fmt::format("next: {}\n", advice_text(judgement.advice));
  }
  return out;
}

}  // namespace ff::scenarios
