#include "app/status.h"

#include "cli/print/status.h"
#include "cli/verbs/verbs.h"

namespace ff::cli {

ExitCode run_status(const VerbContext& context) {
  const app::Tokens tokens = context.arguments.deep ? app::Tokens::asked : app::Tokens::none;
  const app::StatusReport report = app::status(context.scene, tokens, context.stop);
  print_status(report, context.scene.declaration, context.arguments);
  return exit_code(report.judgement);
}

}  // namespace ff::cli
