#include "cli/print/maintenance.h"

#include <fmt/format.h>

#include "cli/advice.h"
#include "cli/print/outcome.h"
#include "codec/outcome.h"
#include "words/outcome.h"

namespace ff::cli {
namespace {

using Kind = domain::Outcome::Kind;

std::string headline(const domain::Outcome& outcome, bool on) {
  const std::string serving = fmt::format("serving {} of {}", outcome.serving, outcome.declared);
  switch (outcome.kind) {
    case Kind::reached:
      return on ? "maintenance is on: clients get 503 and your message" : "maintenance is off, " + serving;
    case Kind::already:
      return on ? "maintenance is on already, with these words"
                : "no maintenance of an operator's is on, " + serving;
    case Kind::down:
      return "maintenance is off, but nothing serves: clients get ff's own 503";
    default:
      return words::headline(outcome);
  }
}

std::string next_command(const domain::Outcome& outcome, const Arguments& arguments, bool on) {
  const std::string advised = outcome.error ? command_for(outcome.error->advice, arguments) : std::string{};
  if (!advised.empty()) return advised;
  if (outcome.kind == Kind::refused) return command_after(outcome, arguments);
  if (on && (outcome.kind == Kind::reached || outcome.kind == Kind::already))
    return command_for({Advice::Kind::end_maintenance, {}}, arguments);
  if (outcome.kind == Kind::down && !outcome.target.empty())
    return command_for({Advice::Kind::switch_to, outcome.target.text()}, arguments);
  return command_for({Advice::Kind::status, {}}, arguments);
}

}  // namespace

void print_maintenance(const domain::Outcome& outcome, const Arguments& arguments) {
  if (arguments.json) {
    fmt::print("{}\n", codec::outcome_json(outcome));
    return;
  }
  const bool on = arguments.subject == "on";
  print_trouble(outcome, arguments);
  fmt::print("{}\n", headline(outcome, on));
  if (!outcome.run.empty()) fmt::print("    why     {}\n", why_command(outcome, arguments));
  if (const std::string next = next_command(outcome, arguments, on); !next.empty())
    fmt::print("    next    {}\n", next);
}

}  // namespace ff::cli
