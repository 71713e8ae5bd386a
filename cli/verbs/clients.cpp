#include "app/clients.h"

#include <cstdio>

#include "app/scan.h"
#include "cli/print/block.h"
#include "cli/print/clients.h"
#include "cli/print/error.h"
#include "cli/verbs/verbs.h"

namespace ff::cli {
namespace {

constexpr int watch_interval_s = 2;

ExitCode scan(const VerbContext& context) {
  const auto report =
      app::scan(context.scene.declaration, context.texts, context.arguments.scan, context.stop);
  if (!report) {
    print_error(report.error(), context.arguments);
    return exit_code(report.error());
  }
  print_scan(*report, context.scene.declaration, context.arguments);
  return report->found.empty() ? ExitCode::done : ExitCode::not_as_declared;
}

/// Looks until a stop, over the same links while every machine answers. Ends with what the last whole look
/// said.
ExitCode watch(const VerbContext& context, int seconds) {
  ports::Clock& clock = *context.scene.readers.clock;
  ExitCode& last = context.renewal.last;
  app::ClientsWatch watching(context.scene);
  for (bool known = true; known;) {
    watching.look(context.stop);
    // A look that was cut short knows nothing.
    if (context.stop.stop_requested()) return last;
    begin_block(last == ExitCode::interrupted);
    print_clients(watching.report(), context.scene.declaration, context.arguments);
    last = exit_code(watching.report());
    known = watching.report().unseen.empty();
    if (std::fflush(stdout) != 0) return last;
    if (!clock.sleep_until(ports::within(clock, std::chrono::seconds(seconds), context.stop))) return last;
  }
  context.renewal.wanted = true;
  return last;
}

}  // namespace

ExitCode run_clients(const VerbContext& context) {
  if (!context.arguments.scan.empty()) return scan(context);
  if (const auto& seconds = context.arguments.watch_s)
    return watch(context, *seconds > 0 ? *seconds : watch_interval_s);
  const app::ClientsReport report = app::clients(context.scene, context.stop);
  if (context.stop.stop_requested()) return ExitCode::interrupted;
  print_clients(report, context.scene.declaration, context.arguments);
  return exit_code(report);
}

}  // namespace ff::cli
