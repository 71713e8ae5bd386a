#include "app/takeover.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "cli/advice.h"
#include "cli/verbs/acting.h"
#include "cli/verbs/verbs.h"
#include "words/join.h"

namespace ff::cli {
namespace {

/// The run that is to be ended is shown; off a terminal there is nobody to ask.
bool confirmed(const app::Holding& holding, const Arguments& arguments) {
  fmt::print(stderr, "run {}: {}\nit holds the lock of {}\n", holding.run.text(), holding.words,
             words::join(holding.machines));
  return arguments.yes || asked_yes("end it and take its locks?");
}

std::string headline(const app::TakenOver& taken, const std::string& run) {
  using How = app::TakenOver::How;
  switch (taken.how) {
    case How::not_held:
      return "run " + run + " holds no lock: there is nothing to take over";
    case How::declined:
      return "nothing changed";
    case How::stopped:
      return "run " + run + " has ended by itself; its locks are free";
    case How::fenced:
      return "run " + run + " did not end; its sessions on " + words::join(taken.fenced) +
             " were killed, and its locks are free";
  }
  return {};
}

}  // namespace

ExitCode run_takeover(const VerbContext& context) {
  const Arguments& arguments = context.arguments;
  app::TakeoverRequest request;
  request.holder = RunId(arguments.subject);
  request.own = request_of(arguments);
  if (arguments.timeout) request.grace = *arguments.timeout;
  const auto confirm = [&](const app::Holding& holding) { return confirmed(holding, arguments); };
  const auto taken =
      app::take_over(context.scene, context.takeover, context.gate, request, confirm, context.stop);
  if (!taken) return told(taken.error(), arguments);
  if (taken->how == app::TakenOver::How::declined) {
    fmt::print(stderr, "ff: {}\n", headline(*taken, arguments.subject));
    return ExitCode::nothing_changed;
  }
  fmt::print("{}\n", headline(*taken, arguments.subject));
  const Advice next{taken->unfinished ? Advice::Kind::resume : Advice::Kind::status, {}, {}};
  fmt::print("    next    {}\n", command_for(next, arguments));
  if (taken->unfinished) {
    fmt::print("    or      {}    # to the nearest state that serves\n", abort_command(arguments));
  }
  return ExitCode::done;
}

}  // namespace ff::cli
