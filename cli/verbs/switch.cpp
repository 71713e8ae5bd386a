#include "app/absence.h"
#include "cli/print/plan.h"
#include "cli/verbs/acting.h"
#include "cli/verbs/detach.h"
#include "cli/verbs/verbs.h"

namespace ff::cli {
namespace {

constexpr Milliseconds read_deadline{10'000};

ExitCode dry_run(const VerbContext& context, const app::SwitchRequest& request) {
  const auto plan = app::plan_for(context.scene, request.target, request.absent, context.stop);
  if (!plan) return told(plan.error(), context.arguments);
  print_plan(*plan, context.arguments);
  return domain::refusing(*plan, request.accepted).empty() ? ExitCode::done : ExitCode::refused;
}

/// An id that another run has had would have its record written over.
std::optional<Error> id_taken(const VerbContext& context) {
  const std::string& id = context.arguments.run;
  const ports::Readers& readers = context.scene.readers;
  if (id.empty() ||
      !readers.runs->read(RunId(id), ports::within(*readers.clock, read_deadline, context.stop)))
    return std::nullopt;
  return Error{ErrorCode::bad_input, "there is a run " + id + " already", {}, {}, {}};
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
  if (const auto taken = id_taken(context)) return told(*taken, arguments);
  if (arguments.detach) return switch_detached(context, request);
  return carried_out(context, request.absent, [&](const app::Confirm& confirm) {
    return app::switch_to(context.scene, context.gate, request, confirm, context.stop);
  });
}

ExitCode run_rejoin(const VerbContext& context) {
  return carried_out(context, {}, [&](const app::Confirm& confirm) {
    return app::rejoin(context.scene, context.gate, MachineName(context.arguments.subject),
                       request_of(context.arguments), confirm, context.stop);
  });
}

}  // namespace ff::cli
