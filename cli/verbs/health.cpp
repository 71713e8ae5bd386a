#include "app/status.h"
#include "cli/print/status.h"
#include "cli/verbs/verbs.h"

namespace ff::cli {

ExitCode run_health(const VerbContext& context) {
  const app::StatusReport report = app::status(context.scene, app::Tokens::asked, context.stop);
  print_health(report, context.arguments);
  return exit_code(report.judgement);
}

}  // namespace ff::cli
