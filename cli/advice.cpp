#include "cli/advice.h"

#include "base/text.h"

namespace ff::cli {
namespace {

/// The command line that was typed, as far as it bears on being typed again.
std::string again(const Arguments& arguments) {
  std::string line = "ff " + arguments.verb;
  if (!arguments.cluster_file.empty()) line += " --cluster " + shell_quoted(arguments.cluster_file);
  if (!arguments.subject.empty()) line += " " + shell_quoted(arguments.subject);
  for (const std::string& id : arguments.accepted) line += " --accept " + shell_quoted(id);
  if (!arguments.reason.empty()) line += " --reason " + shell_quoted(arguments.reason);
  return line;
}

}  // namespace

std::string command_for(const Advice& advice, const Arguments& arguments) {
  switch (advice.kind) {
    case Advice::Kind::none:
      return {};
    case Advice::Kind::run_again:
      return again(arguments);
    case Advice::Kind::switch_to:
      return "ff switch " + shell_quoted(advice.subject);
    case Advice::Kind::plan_for:
      return "ff plan " + shell_quoted(advice.subject);
    case Advice::Kind::status:
      return "ff status";
    case Advice::Kind::accept:
      return again(arguments) + " --accept " + shell_quoted(advice.subject) + " --reason 'WHY'";
    case Advice::Kind::check_host_key:
      return advice.subject;
    case Advice::Kind::edit_file:
      return "$EDITOR " + shell_quoted(advice.subject);
    case Advice::Kind::shell:
      return advice.subject;
  }
  return {};
}

std::string command_after(const domain::Outcome& outcome, const Arguments& arguments) {
  using Kind = domain::Outcome::Kind;
  switch (outcome.kind) {
    case Kind::reached:
      return outcome.previous.empty() || outcome.previous == outcome.target
                 ? "ff status"
                 : "ff switch " + outcome.previous.text() + "    # the way back";
    case Kind::already:
      return "ff status";
    case Kind::degraded:
    case Kind::interrupted:
    case Kind::locked:
    case Kind::nothing_changed:
      return again(arguments);
    case Kind::down: {
      const bool has_previous = !outcome.previous.empty() && outcome.previous != outcome.target;
      const std::string back = has_previous ? "ff switch " + outcome.previous.text() : again(arguments);
      return back;
    }
    case Kind::refused:
      return {};
  }
  return {};
}

}  // namespace ff::cli
