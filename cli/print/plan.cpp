#include "cli/print/plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "cli/advice.h"
#include "codec/plan.h"
#include "words/outcome.h"
#include "words/step.h"

namespace ff::cli {
namespace {

struct Widths {
  std::size_t machine = 0;
  std::size_t subject = 0;
};

constexpr std::size_t subject_width_max = 44;

Widths widths_of(const domain::Plan& plan) {
  Widths widths;
  for (const domain::Stage& stage : plan.stages) {
    for (const domain::Step& step : stage.steps) {
      const words::StepLine line = words::step_line(step);
      widths.machine = std::max(widths.machine, line.machine.size());
      widths.subject = std::max(widths.subject, std::min(subject_width_max, line.subject.size()));
    }
  }
  return widths;
}

void print_stage(std::size_t number, const domain::Stage& stage, const Widths& widths, std::FILE* out) {
  bool first = true;
  for (const domain::Step& step : stage.steps) {
    const words::StepLine line = words::step_line(step);
    const std::string mark = first ? fmt::format("{:>2}", number) : "  ";
    const std::string text = fmt::format("{}  {:<9}  {:<{}}  {:<{}}  {}", mark, line.kind, line.machine,
                                         widths.machine, line.subject, widths.subject, line.text);
    fmt::print(out, "{}\n", printable(text.substr(0, text.find_last_not_of(' ') + 1), 1000));
    first = false;
  }
}

}  // namespace

void print_hazards(const std::vector<domain::Hazard>& hazards, const Arguments& arguments, std::FILE* out) {
  for (const domain::Hazard& hazard : hazards) {
    fmt::print(out, "{:<7} {}\n", domain::word(hazard.weight), printable(hazard.what, 2000));
    fmt::print(out, "        id      {}\n", printable(hazard.id.text()));
    if (!hazard.remedy.empty()) {
      bool first = true;
      for (const std::string& line : lines(hazard.remedy)) {
        fmt::print(out, "        {:<7} {}\n", first ? "remedy" : "", printable(line));
        first = false;
      }
    }
    const auto& accepted = arguments.accepted;
    if (std::ranges::find(accepted, hazard.id.text()) != accepted.end()) {
      fmt::print(out, "        accepted, {}\n", printable(arguments.reason));
    } else if (hazard.weight == domain::Hazard::Class::accept) {
      Arguments switching = arguments;
      switching.verb = "switch";
      fmt::print(out, "        accept  {}\n",
                 command_for({Advice::Kind::accept, hazard.id.text()}, switching));
    } else if (hazard.advice.kind != Advice::Kind::none) {
      fmt::print(out, "        instead {}\n", command_for(hazard.advice, arguments));
    }
  }
}

void print_plan(const domain::Plan& plan, const Arguments& arguments, std::FILE* out) {
  if (arguments.json) {
    fmt::print(out, "{}\n", codec::plan_json(plan));
    return;
  }
  const std::string title = arguments.verb == "release" ? "release" : words::title(plan);
  fmt::print(out, "{}, seen {}\n", title, clock_time(plan.seen_at));
  if (!plan.empty()) fmt::print(out, "\n");
  const Widths widths = widths_of(plan);
  for (std::size_t i = 0; i < plan.stages.size(); ++i) print_stage(i + 1, plan.stages[i], widths, out);
  if (!plan.empty()) fmt::print(out, "\n{}\n", words::prediction(plan));
  if (plan.hazards.empty())
    fmt::print(out, "hazards none\n");
  else
    print_hazards(plan.hazards, arguments, out);
  const bool refused = !domain::refusing(plan, {}).empty();
  if (arguments.verb == "plan" && !plan.empty() && !refused) {
    const Advice advice = {Advice::Kind::switch_to, plan.to.text(), plan.absent};
    fmt::print(out, "changes pending: {}\n", command_for(advice, arguments));
  }
  if (plan.empty() && !refused) fmt::print(out, "already there\n");
}

}  // namespace ff::cli
