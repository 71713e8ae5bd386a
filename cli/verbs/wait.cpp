#include <algorithm>
#include <cstdio>

#include "app/goal.h"
#include "cli/print/status.h"
#include "cli/verbs/verbs.h"

namespace ff::cli {
namespace {

constexpr Milliseconds look_interval{2000};
constexpr Milliseconds usual_timeout = std::chrono::minutes(30);

/// The line on stderr, when it says something new.
void tell(const VerbContext& context, const app::StatusReport& report) {
  const std::string line = headline(report);
  if (context.arguments.quiet || line == context.renewal.told) return;
  std::fprintf(stderr, "%s %s\n", clock_time(report.snapshot.seen_at).c_str(), line.c_str());
  context.renewal.told = line;
}

ExitCode ended(const VerbContext& context, const app::StatusReport& report, ExitCode code) {
  if (context.arguments.json) print_status(report, context.scene.declaration, context.arguments);
  return code;
}

/// Something may serve that could not be asked: only what is known to be down is told as down.
ExitCode over_time(const app::StatusReport& report) {
  return report.judgement.known && report.judgement.serving.empty() ? ExitCode::down : ExitCode::deadline;
}

}  // namespace

ExitCode run_wait(const VerbContext& context) {
  ports::Clock& clock = *context.scene.readers.clock;
  const app::Goal goal = app::goal_of(context.arguments.goal).value_or(app::Goal::serving);
  auto& until = context.renewal.until;
  if (!until) until = clock.now() + context.arguments.timeout.value_or(usual_timeout);
  for (;;) {
    const app::GoalLook look = app::look_for(context.scene, goal, context.stop);
    if (context.stop.stop_requested()) return ExitCode::interrupted;
    tell(context, look.report);
    if (look.so) return ended(context, look.report, ExitCode::done);
    if (clock.now() >= *until) return ended(context, look.report, over_time(look.report));
    if (!clock.sleep_until({std::min(*until, clock.now() + look_interval), context.stop}))
      return ExitCode::interrupted;
    if (!look.report.judgement.known) break;
  }
  context.renewal.wanted = true;
  return ExitCode::deadline;
}

}  // namespace ff::cli
