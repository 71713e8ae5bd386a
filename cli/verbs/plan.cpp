#include "cli/print/plan.h"
#include "app/absence.h"
#include "cli/print/error.h"
#include "cli/verbs/verbs.h"

namespace ff::cli {

ExitCode run_plan(const VerbContext& context) {
  const Arguments& arguments = context.arguments;
  const auto absent = app::absent_machines(context.scene.declaration, arguments.without, arguments.only);
  if (!absent) {
    print_error(absent.error(), arguments);
    return exit_code(absent.error());
  }
  const auto plan = app::plan_for(context.scene, ProfileName(arguments.subject), *absent, context.stop);
  if (!plan) {
    print_error(plan.error(), context.arguments);
    return exit_code(plan.error());
  }
  print_plan(*plan, context.arguments);
  if (!domain::refusing(*plan, {}).empty()) return ExitCode::refused;
  return context.arguments.detailed_exit_code && !plan->empty() ? ExitCode::pending : ExitCode::done;
}

}  // namespace ff::cli
