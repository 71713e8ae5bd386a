#include "app/upkeep.h"

#include <fmt/format.h>

#include <cstdio>

#include "cli/print/outcome.h"
#include "cli/verbs/acting.h"
#include "cli/verbs/verbs.h"

namespace ff::cli {
namespace {

app::SwitchRequest upkeep_request(const Arguments& arguments) {
  app::SwitchRequest request = request_of(arguments);
  request.outage = arguments.outage ? app::Outage::allowed : app::Outage::refused;
  return request;
}

/// Said on stderr when a step begins.
const char* progress_of(app::RebootState::Step step) {
  using Step = app::RebootState::Step;
  switch (step) {
    case Step::drain:
      break;
    case Step::send:
      return "drained; telling it to reboot";
    case Step::await:
      return "waiting for its new boot, at most 30m";
    case Step::back:
      return "back under a new boot; taking it into service";
  }
  return "";
}

/// A step has been done: the next one wants new links.
ExitCode go_on(const VerbContext& context) {
  const std::string now = progress_of(context.renewal.reboot.step);
  if (!context.arguments.quiet && now != context.renewal.told)
    fmt::print(stderr, "{}  {}\n", context.arguments.subject, now);
  context.renewal.told = now;
  context.renewal.wanted = true;
  return ExitCode::interrupted;
}

}  // namespace

ExitCode run_reboot(const VerbContext& context) {
  const Arguments& arguments = context.arguments;
  Asking asking(arguments);
  const auto ended =
      app::reboot_step(context.scene, context.gate, MachineName(arguments.subject), upkeep_request(arguments),
                       asking.confirm(), context.renewal.reboot, context.stop);
  if (!ended) return told(ended.error(), arguments);
  if (asking.declined()) {
    std::fputs("ff: nothing changed\n", stderr);
    return ExitCode::nothing_changed;
  }
  const std::optional<domain::Outcome>& outcome = *ended;
  if (!outcome) return go_on(context);
  print_outcome(*outcome, arguments);
  return exit_code(*outcome);
}

ExitCode run_drain(const VerbContext& context) {
  const auto until = until_of(context);
  if (!until) return told(until.error(), context.arguments);
  return carried_out(context, {}, [&](const app::Confirm& confirm) {
    return app::drain(context.scene, context.gate, MachineName(context.arguments.subject), *until,
                      upkeep_request(context.arguments), confirm, context.stop);
  });
}

ExitCode run_undrain(const VerbContext& context) {
  return carried_out(context, {}, [&](const app::Confirm& confirm) {
    return app::undrain(context.scene, context.gate, MachineName(context.arguments.subject),
                        upkeep_request(context.arguments), confirm, context.stop);
  });
}

ExitCode run_restart(const VerbContext& context) {
  const Arguments& arguments = context.arguments;
  if (arguments.all != arguments.subject.empty()) {
    return told({ErrorCode::bad_input, "name an instance or a box, or say --all", {}, {}, {}}, arguments);
  }
  return carried_out(context, {}, [&](const app::Confirm& confirm) {
    return app::restart(context.scene, context.gate, arguments.subject, upkeep_request(arguments), confirm,
                        context.stop);
  });
}

}  // namespace ff::cli
