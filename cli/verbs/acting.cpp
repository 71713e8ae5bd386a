#include "cli/verbs/acting.h"

#include <pwd.h>
#include <sys/random.h>
#include <termios.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <iostream>

#include <fmt/format.h>

#include "app/turn.h"
#include "base/text.h"
#include "cli/print/error.h"
#include "cli/print/outcome.h"
#include "cli/print/plan.h"
#include "config/literal.h"

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

}  // namespace

bool asked_yes(const std::string& question) {
  // A runbook says --yes.
  if (isatty(STDIN_FILENO) == 0) {
    std::fputs("ff: not asked, since stdin is no terminal: add --yes to go on\n", stderr);
    return false;
  }
  // What was typed before the question answers something else.
  (void)tcflush(STDIN_FILENO, TCIFLUSH);
  fmt::print(stderr, "{} [y/N] ", question);
  std::fflush(stderr);
  std::string answer;
  std::getline(std::cin, answer);
  return answer == "y" || answer == "Y" || answer == "yes";
}

app::SwitchRequest request_of(const Arguments& arguments) {
  app::SwitchRequest request;
  request.run = arguments.run.empty() ? fresh_run_id() : RunId(arguments.run);
  for (const std::string& id : arguments.accepted) request.accepted.emplace_back(id);
  request.on_failure = arguments.on_failure == "stop" ? app::OnFailure::stop : app::OnFailure::back;
  request.reason = arguments.reason;
  request.operator_name = operator_name();
  request.version = FF_VERSION;
  return request;
}

app::Confirm Asking::confirm() {
  return [this](const domain::Plan& plan) {
    if (!arguments_.json) print_plan(plan, arguments_, stderr);
    declined_ = !arguments_.yes && !asked_yes(fmt::format("go on with {} stages?", plan.stages.size()));
    return !declined_;
  };
}

ExitCode told(const Error& error, const Arguments& arguments) {
  print_error(error, arguments);
  return exit_code(error);
}

bool turn_came(const VerbContext& context, const std::set<MachineName>& absent) {
  if (!context.arguments.wait) return true;
  ports::Clock& clock = *context.scene.readers.clock;
  if (!context.renewal.until) context.renewal.until = clock.now() + *context.arguments.wait;
  return app::await_turn(context.scene, absent, {*context.renewal.until, context.stop}).has_value();
}

bool tries_again(const VerbContext& context, const domain::Outcome& outcome) {
  const auto& until = context.renewal.until;
  context.renewal.wanted =
      outcome.kind == domain::Outcome::Kind::locked && until && context.scene.readers.clock->now() < *until;
  return context.renewal.wanted;
}

ExitCode carried_out(const VerbContext& context, const std::set<MachineName>& absent, const Acting& call,
                     const char* nothing, PrintOutcome print) {
  if (!turn_came(context, absent)) return ExitCode::interrupted;
  Asking asking(context.arguments);
  const auto ended = call(asking.confirm());
  if (!ended) return told(ended.error(), context.arguments);
  const std::optional<domain::Outcome>& outcome = *ended;
  if (!outcome) {
    fmt::print(stderr, "ff: {}\n", nothing);
    return ExitCode::done;
  }
  if (asking.declined()) {
    std::fputs("ff: nothing changed\n", stderr);
    return ExitCode::nothing_changed;
  }
  if (tries_again(context, *outcome)) return ExitCode::locked;
  (print == nullptr ? print_outcome : print)(*outcome, context.arguments);
  return exit_code(*outcome);
}

Result<std::optional<WallTime>> until_of(const VerbContext& context) {
  const std::string& typed = context.arguments.duration;
  if (typed.empty()) return std::optional<WallTime>{};
  const auto milliseconds = config::duration_of(typed);
  if (!milliseconds || *milliseconds <= 0) {
    return fail(ErrorCode::bad_input,
                "--for needs a duration such as 2h, 30m or 1h30m, not '" + printable(typed) + "'");
  }
  return std::optional(context.scene.readers.clock->wall() + Milliseconds(*milliseconds));
}

}  // namespace ff::cli
