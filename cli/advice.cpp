#include "cli/advice.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace ff::cli {
namespace {

/// The command line that was typed, as far as it bears on being typed again. A reason that is still missing
/// is for the operator to put in.
std::string again(const Arguments& arguments) {
  std::string line = "ff " + arguments.verb;
  if (!arguments.cluster_file.empty()) line += " --cluster " + shell_quoted(arguments.cluster_file);
  if (!arguments.subject.empty()) line += " " + shell_quoted(arguments.subject);
  for (const std::string& id : arguments.accepted) line += " --accept " + shell_quoted(id);
  for (const std::string& name : arguments.without) line += " --without " + shell_quoted(name);
  for (const std::string& name : arguments.only) line += " --only " + shell_quoted(name);
  if (arguments.all) line += " --all";
  if (arguments.outage) line += " --outage";
  if (!arguments.message.empty()) line += " --message " + shell_quoted(arguments.message);
  if (!arguments.duration.empty()) line += " --for " + shell_quoted(arguments.duration);
  if (arguments.on_failure != Arguments{}.on_failure) line += " --on-failure " + arguments.on_failure;
  const bool wants_reason =
      arguments.verb != "plan" && (!arguments.accepted.empty() || !arguments.without.empty());
  if (!arguments.reason.empty()) {
    line += " --reason " + shell_quoted(arguments.reason);
  } else if (wants_reason) {
    line += " --reason 'WHY'";
  }
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
  arguments.all = arguments.outage = false;
  arguments.message.clear();
  arguments.duration.clear();
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

std::string abort_command(const Arguments& arguments) {
  return other("abort", {}, arguments);
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

}  // namespace ff::cli
