#include "cli/advice.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "cli/table/spelling.h"
#include "cli/table/table.h"

namespace ff::cli {
namespace {

/// What is about this terminal or this one time, and not said again.
constexpr std::array left_out = {"--json",   "--yes", "--dry-run", "--quiet", "--detailed-exitcode",
                                 "--detach", "--on",  "--run",     "--wait"};

/// The command line that was typed, as far as it bears on being typed again. A reason that is still missing
/// is for the operator to put in.
std::string again(const Arguments& arguments) {
  std::string line = "ff";
  for (const std::string& word : spelled_again(arguments, left_out)) line += " " + shell_quoted(word);
  const Verb* verb = find_verb(arguments.verb);
  const bool takes_reason = std::ranges::any_of(
      verb->options, [](const Option& option) { return std::string_view(option.name) == "--reason"; });
  const bool wants_reason =
      !arguments.accepted.empty() || !arguments.without.empty() || !arguments.only.empty();
  if (takes_reason && wants_reason && arguments.reason.empty()) line += " --reason 'WHY'";
  return line;
}

template <class T>
void add_once(std::vector<T>& all, const T& one) {
  if (std::ranges::find(all, one) == all.end()) all.push_back(one);
}

/// What was typed, turned into the switch that is advised.
Arguments switching(Arguments arguments, const Advice& advice) {
  arguments.verb = "switch";
  arguments.subject = advice.subject;
  for (const MachineName& machine : advice.without) add_once(arguments.without, machine.text());
  return arguments;
}

/// Another verb about the same cluster.
std::string other(const char* verb, const std::string& subject, const Arguments& arguments) {
  Arguments typed;
  typed.verb = verb;
  typed.subject = subject;
  typed.cluster_file = arguments.cluster_file;
  return again(typed);
}

/// The one command that gets past all of these hazards; nothing when there is none.
std::string past(const std::vector<domain::Hazard>& hazards, Arguments arguments) {
  for (const domain::Hazard& hazard : hazards) {
    if (hazard.weight == domain::Hazard::Class::accept) {
      add_once(arguments.accepted, hazard.id.text());
    } else if (hazard.advice.kind == Advice::Kind::switch_to) {
      arguments = switching(std::move(arguments), hazard.advice);
    } else if (hazard.advice.kind == Advice::Kind::allow_outage) {
      arguments.outage = true;
    } else {
      return command_for(hazard.advice, arguments);
    }
  }
  return again(arguments);
}

}  // namespace

std::string command_for(const Advice& advice, const Arguments& arguments) {
  switch (advice.kind) {
    case Advice::Kind::none:
      return {};
    case Advice::Kind::run_again:
      return again(arguments);
    case Advice::Kind::switch_to:
      return again(switching(arguments, advice));
    case Advice::Kind::plan_for:
      return other("plan", advice.subject, arguments);
    case Advice::Kind::status:
      return other("status", {}, arguments);
    case Advice::Kind::accept: {
      Arguments accepting = arguments;
      add_once(accepting.accepted, advice.subject);
      return again(accepting);
    }
    case Advice::Kind::check_host_key:
      return advice.subject;
    case Advice::Kind::edit_file:
      return "$EDITOR " + shell_quoted(advice.subject);
    case Advice::Kind::shell:
      return advice.subject;
    case Advice::Kind::rejoin:
      return other("rejoin", advice.subject, arguments);
    case Advice::Kind::rejoin_later:
      return other("rejoin", advice.subject, arguments) + "    # once it answers again";
    case Advice::Kind::resume:
      return other("resume", {}, arguments);
    case Advice::Kind::take_over:
      return arguments.verb == "takeover" ? takeover_command(advice.subject, arguments)
                                          : again(arguments) + " --wait";
    case Advice::Kind::undrain:
      return other("undrain", advice.subject, arguments);
    case Advice::Kind::allow_outage: {
      Arguments allowing = arguments;
      allowing.outage = true;
      return again(allowing);
    }
    case Advice::Kind::end_maintenance:
      return other("maintenance", "off", arguments);
  }
  return {};
}

std::string firewall_command(bool on, const Arguments& arguments) {
  return other("firewall", on ? "on" : "off", arguments);
}

std::string abort_command(const Arguments& arguments) {
  return other("abort", {}, arguments);
}

std::string run_command(const char* verb, const RunId& run, const Arguments& arguments) {
  return other(verb, run.text(), arguments);
}

std::string why_command(const domain::Outcome& outcome, const Arguments& arguments) {
  const bool failed = outcome.error && outcome.error->code != ErrorCode::cancelled;
  const std::string history = run_command("history", outcome.run, arguments);
  return failed ? run_command("why", outcome.run, arguments) + "    # all of it: " + history : history;
}

std::string takeover_command(const std::string& run, const Arguments& arguments) {
  return other("takeover", run, arguments) + " --reason 'WHY'";
}

std::string command_after(const domain::Outcome& outcome, const Arguments& arguments) {
  using Kind = domain::Outcome::Kind;
  switch (outcome.kind) {
    case Kind::reached:
      if (!outcome.absent.empty()) {
        return other("rejoin", outcome.absent.front().text(), arguments) +
               "    # takes it in again, once it answers";
      }
      if (arguments.verb == "drain")
        return other("undrain", arguments.subject, arguments) + "    # takes it back into service";
      return outcome.previous.empty() || outcome.previous == outcome.target
                 ? other("status", {}, arguments)
                 : other("switch", outcome.previous.text(), arguments) + "    # the way back";
    case Kind::already:
      return other("status", {}, arguments);
    case Kind::degraded:
    case Kind::interrupted:
    case Kind::nothing_changed:
      return again(arguments);
    case Kind::locked:
      return again(arguments) + " --wait";
    case Kind::down: {
      // What was interrupted has not failed: it goes on, and need not be undone.
      const bool failed = !outcome.error || outcome.error->code != ErrorCode::cancelled;
      const bool has_previous = !outcome.previous.empty() && outcome.previous != outcome.target;
      return failed && has_previous
                 ? other("switch", outcome.previous.text(), arguments) + "    # the way back"
                 : again(arguments);
    }
    case Kind::rolled_back:
      return other("plan", outcome.target.text(), arguments) + "    # what stands in its way now";
    case Kind::refused:
      return past(outcome.hazards, arguments);
  }
  return {};
}

std::string command_next(const domain::Outcome& outcome, const Arguments& arguments) {
  const std::string next = outcome.error ? command_for(outcome.error->advice, arguments) : std::string{};
  const bool down = outcome.kind == domain::Outcome::Kind::down;
  return next.empty() || down ? command_after(outcome, arguments) : next;
}

}  // namespace ff::cli
