#include "app/status.h"

#include <cstdio>

#include "cli/print/block.h"
#include "cli/print/status.h"
#include "cli/verbs/verbs.h"

namespace ff::cli {
namespace {

constexpr int watch_interval_s = 2;

app::StatusReport look(const VerbContext& context) {
  const app::Tokens tokens = context.arguments.deep ? app::Tokens::asked : app::Tokens::none;
  return app::status(context.scene, tokens, context.stop);
}

/// Looks until a stop, over the same links while every machine answers. Ends with what the last whole look
/// said.
ExitCode watch(const VerbContext& context, int seconds) {
  ports::Clock& clock = *context.scene.readers.clock;
  ExitCode& last = context.renewal.last;
  for (bool known = true; known;) {
    const app::StatusReport report = look(context);
    // A look that was cut short knows nothing.
    if (context.stop.stop_requested()) return last;
    begin_block(last == ExitCode::interrupted);
    print_status(report, context.scene.declaration, context.arguments);
    last = exit_code(report.judgement);
    known = report.judgement.known;
    if (std::fflush(stdout) != 0) return last;
    if (!clock.sleep_until(ports::within(clock, std::chrono::seconds(seconds), context.stop))) return last;
  }
  context.renewal.wanted = true;
  return last;
}

}  // namespace

ExitCode run_status(const VerbContext& context) {
  if (const auto& seconds = context.arguments.watch_s)
    return watch(context, *seconds > 0 ? *seconds : watch_interval_s);
  const app::StatusReport report = look(context);
  print_status(report, context.scene.declaration, context.arguments);
  return exit_code(report.judgement);
}

}  // namespace ff::cli
