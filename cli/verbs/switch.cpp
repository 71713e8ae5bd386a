#include <cstdio>

#include "app/absence.h"
#include "cli/print/error.h"
#include "cli/print/outcome.h"
#include "cli/print/plan.h"
#include "cli/verbs/acting.h"
#include "cli/verbs/verbs.h"

namespace ff::cli {
namespace {

ExitCode told(const Error& error, const Arguments& arguments) {
  print_error(error, arguments);
  return exit_code(error);
}

ExitCode dry_run(const VerbContext& context, const app::SwitchRequest& request) {
  const auto plan = app::plan_for(context.scene, request.target, request.absent, context.stop);
  if (!plan) return told(plan.error(), context.arguments);
  print_plan(*plan, context.arguments);
  return domain::refusing(*plan, request.accepted).empty() ? ExitCode::done : ExitCode::refused;
}

/// Shows the plan, asks, and tells how it ended. `call` gets what asks.
template <class Call>
ExitCode carried_out(const VerbContext& context, const Call& call) {
  Asking asking(context.arguments);
  const Result<domain::Outcome> outcome = call(asking.confirm());
  if (!outcome) return told(outcome.error(), context.arguments);
  if (asking.declined()) {
    std::fputs("ff: nothing changed\n", stderr);
    return ExitCode::nothing_changed;
  }
  print_outcome(*outcome, context.arguments);
  return exit_code(*outcome);
}

}  // namespace

ExitCode run_switch(const VerbContext& context) {
  const Arguments& arguments = context.arguments;
  auto absent = app::absent_machines(context.scene.declaration, arguments.without, arguments.only);
  if (!absent) return told(absent.error(), arguments);
  app::SwitchRequest request = request_of(arguments);
  request.target = ProfileName(arguments.subject);
  request.absent = *std::move(absent);
  if (arguments.dry_run) return dry_run(context, request);
  return carried_out(context, [&](const app::Confirm& confirm) {
    return app::switch_to(context.scene, context.gate, request, confirm, context.stop);
  });
}

ExitCode run_rejoin(const VerbContext& context) {
  return carried_out(context, [&](const app::Confirm& confirm) {
    return app::rejoin(context.scene, context.gate, MachineName(context.arguments.subject),
                       request_of(context.arguments), confirm, context.stop);
  });
}

}  // namespace ff::cli
