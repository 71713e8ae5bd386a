#include "cli/verbs/acting.h"

#include <pwd.h>
#include <sys/random.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <iostream>

#include <fmt/format.h>

#include "cli/print/plan.h"

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

}  // namespace

app::SwitchRequest request_of(const Arguments& arguments) {
  app::SwitchRequest request;
  request.run = fresh_run_id();
  for (const std::string& id : arguments.accepted) request.accepted.emplace_back(id);
  request.reason = arguments.reason;
  request.operator_name = operator_name();
  request.version = FF_VERSION;
  return request;
}

app::Confirm Asking::confirm() {
  return [this](const domain::Plan& plan) {
    if (!arguments_.json) print_plan(plan, arguments_, stderr);
    declined_ = !confirmed(plan, arguments_);
    return !declined_;
  };
}

}  // namespace ff::cli
