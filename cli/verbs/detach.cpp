#include "cli/verbs/detach.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "cli/advice.h"
#include "cli/print/error.h"
#include "cli/print/outcome.h"
#include "cli/table/spelling.h"
#include "cli/verbs/acting.h"
#include "cli/verbs/far_run.h"
#include "cli/wire.h"

namespace ff::cli {
namespace {

/// Until the run has planned, locked everything and noted its intent.
constexpr Milliseconds begins_within = std::chrono::minutes(2);
constexpr Milliseconds look_interval{300};
constexpr Milliseconds read_deadline{10'000};

/// What a terminal is asked or shown, and what is said anew.
constexpr std::array left_out = {"--detach", "--dry-run", "--json", "--quiet",
                                 "--yes",    "--cluster", "--run",  "--on"};

/// On a machine that `--on` names, else here.
Result<std::unique_ptr<DetachedRun>> start(const VerbContext& context, const app::SwitchRequest& request) {
  std::error_code fault;
  const std::string& file = context.scene.declaration.cluster.file;
  std::vector<std::string> words = spelled_again(context.arguments, left_out);
  words.insert(words.end(), {"--yes", "--run", request.run.text()});
  if (!context.arguments.on.empty()) {
    const bool declared = context.scene.declaration.find(request.target) != nullptr;
    const auto folder = std::filesystem::absolute(file, fault).parent_path();
    return start_run_on(context.scene, MachineName(context.arguments.on), request.run, words,
                        declared ? (folder / (request.target.text() + ".toml")).string() : "");
  }
  words.insert(words.begin(), std::filesystem::read_symlink("/proc/self/exe", fault).string());
  words.insert(words.end(), {"--cluster", std::filesystem::absolute(file, fault).string()});
  return start_detached(context.scene.declaration.cluster, run_unit(request.run), words);
}

bool has_begun(const VerbContext& context, const RunId& run) {
  const Limit limit = ports::within(*context.scene.readers.clock, read_deadline, context.stop);
  return context.scene.readers.runs->read(run, limit).has_value();
}

/// Until its record is there or it has ended without one; its exit status then.
std::optional<int> await_begin(const VerbContext& context, const RunId& run, DetachedRun& detached) {
  ports::Clock& clock = *context.scene.readers.clock;
  const Limit limit = ports::within(clock, begins_within, context.stop);
  while (clock.now() < limit.deadline) {
    const auto status = detached.ended();
    // The record is looked for after the end: a run that was quick has left one.
    if (has_begun(context, run)) return std::nullopt;
    if (status) return status;
    if (!clock.sleep_until({clock.now() + look_interval, context.stop})) break;
  }
  return std::nullopt;
}

ExitCode refused(const VerbContext& context, const domain::Plan& plan, std::vector<domain::Hazard> hazards) {
  domain::Outcome outcome = domain::outcome_of(domain::Outcome::Kind::refused, plan);
  outcome.hazards = std::move(hazards);
  print_outcome(outcome, context.arguments);
  return exit_code(outcome);
}

}  // namespace

ExitCode switch_detached(const VerbContext& context, const app::SwitchRequest& request) {
  const auto plan = app::plan_for(context.scene, request.target, request.absent, context.stop);
  if (!plan) return told(plan.error(), context.arguments);
  if (auto hazards = domain::refusing(*plan, request.accepted); !hazards.empty())
    return refused(context, *plan, std::move(hazards));
  Asking asking(context.arguments);
  if (!asking.confirm()(*plan)) {
    fmt::print(stderr, "ff: nothing changed\n");
    return ExitCode::nothing_changed;
  }
  auto detached = start(context, request);
  if (!detached) return told(detached.error(), context.arguments);
  const auto status = context.arguments.wait ? std::nullopt : await_begin(context, request.run, **detached);
  if (status) {
    for (const std::string& line : (*detached)->last_words()) fmt::print(stderr, "{}\n", line);
    return static_cast<ExitCode>(*status);
  }
  fmt::print("{}\n", request.run.text());
  fmt::print(stderr, "    follow  {}\n    look    {}\n",
             run_command("attach", request.run, context.arguments), (*detached)->look());
  return ExitCode::done;
}

}  // namespace ff::cli
