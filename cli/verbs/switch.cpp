#include "app/switch.h"

#include <pwd.h>
#include <sys/random.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <iostream>

#include <fmt/format.h>

#include "cli/print/error.h"
#include "cli/print/outcome.h"
#include "cli/print/plan.h"
#include "cli/verbs/verbs.h"

namespace ff::cli {
namespace {

RunId fresh_run_id() {
  std::uint32_t number = 0;
  if (getrandom(&number, sizeof number, 0) != sizeof number) number = static_cast<std::uint32_t>(getpid());
  return RunId(fmt::format("{:08x}", number));
}

std::string operator_name() {
  const passwd* user = getpwuid(getuid());
  char host[256] = "unknown";
  (void)gethostname(host, sizeof host - 1);
  return fmt::format("{}@{}", user == nullptr ? std::to_string(getuid()) : user->pw_name, host);
}

/// Off a terminal there is nobody to ask: a runbook says --yes.
bool confirmed(const domain::Plan& plan, const Arguments& arguments) {
  if (arguments.yes) return true;
  if (isatty(STDIN_FILENO) == 0) {
    std::fputs("ff: not asked, since stdin is no terminal: add --yes to go on\n", stderr);
    return false;
  }
  std::fprintf(stderr, "go on with %zu stages? [y/N] ", plan.stages.size());
  std::string answer;
  std::getline(std::cin, answer);
  return answer == "y" || answer == "Y" || answer == "yes";
}

app::SwitchRequest request_of(const Arguments& arguments) {
  app::SwitchRequest request;
  request.target = ProfileName(arguments.subject);
  request.run = fresh_run_id();
  for (const std::string& id : arguments.accepted) request.accepted.emplace_back(id);
  request.reason = arguments.reason;
  request.operator_name = operator_name();
  request.version = FF_VERSION;
  return request;
}

ExitCode dry_run(const VerbContext& context) {
  const auto plan = app::plan_for(context.scene, ProfileName(context.arguments.subject), context.stop);
  if (!plan) {
    print_error(plan.error(), context.arguments);
    return exit_code(plan.error());
  }
  print_plan(*plan, context.arguments);
  const app::SwitchRequest request = request_of(context.arguments);
  return domain::refusing(*plan, request.accepted).empty() ? ExitCode::done : ExitCode::refused;
}

}  // namespace

ExitCode run_switch(const VerbContext& context) {
  if (context.arguments.dry_run) return dry_run(context);
  bool declined = false;
  const auto confirm = [&](const domain::Plan& plan) {
    if (!context.arguments.json) print_plan(plan, context.arguments, stderr);
    declined = !confirmed(plan, context.arguments);
    return !declined;
  };
  const auto outcome =
      app::switch_to(context.scene, context.gate, request_of(context.arguments), confirm, context.stop);
  if (!outcome) {
    print_error(outcome.error(), context.arguments);
    return exit_code(outcome.error());
  }
  if (declined) {
    std::fputs("ff: nothing changed\n", stderr);
    return ExitCode::nothing_changed;
  }
  print_outcome(*outcome, context.arguments);
  return exit_code(*outcome);
}

}  // namespace ff::cli
