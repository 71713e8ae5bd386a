#include "cli/print/release.h"

#include <fmt/format.h>

#include "base/text.h"
#include "cli/advice.h"
#include "cli/print/outcome.h"
#include "codec/outcome.h"
#include "words/join.h"
#include "words/outcome.h"

namespace ff::cli {
namespace {

using Kind = domain::Outcome::Kind;

void print_units(const char* label, const planner::UnitsOf& units) {
  for (const auto& [machine, names] : units) {
    fmt::print("    {:<8}{}  {}\n", label, machine.text(), words::join(names));
  }
}

/// What stays and what may happen now.
void print_rest(const app::Released& released) {
  print_units("free", released.unmasked);
  if (!released.unmasked.empty()) {
    fmt::print("            these may be started again by whoever enables or starts them, watchdogs too\n");
  }
  print_units("runs on", released.running);
  print_units("masked", released.foreign_masks);
  if (!released.foreign_masks.empty()) {
    fmt::print(
        "            no profile declares these; if ff made them: rm /etc/systemd/system.control/UNIT "
        "&& systemctl daemon-reload\n");
  }
}

std::string headline(const domain::Outcome& outcome) {
  const std::string serving = fmt::format("serving {} of {}", outcome.serving, outcome.declared);
  if (outcome.kind == Kind::already) return "nothing to release, " + serving;
  if (outcome.kind == Kind::degraded) return "released in part, " + serving;
  if (outcome.kind == Kind::reached) return "released, " + serving + "; ff promises nothing any more";
  return words::headline(outcome);
}

std::string next_command(const domain::Outcome& outcome, const Arguments& arguments) {
  if (outcome.kind == Kind::already) return {};
  if (outcome.kind == Kind::reached) return command_for({Advice::Kind::status, {}}, arguments);
  const std::string advised = outcome.error ? command_for(outcome.error->advice, arguments) : std::string{};
  return advised.empty() ? command_for({Advice::Kind::run_again, {}}, arguments) : advised;
}

}  // namespace

void print_release(const app::Released& released, const Arguments& arguments) {
  const domain::Outcome& outcome = released.outcome;
  if (arguments.json) {
    fmt::print("{}\n", codec::outcome_json(outcome));
    return;
  }
  print_trouble(outcome, arguments);
  fmt::print("{}\n", headline(outcome));
  if (outcome.kind == Kind::reached || outcome.kind == Kind::degraded) print_rest(released);
  if (!outcome.run.empty()) fmt::print("    why     {}\n", why_command(outcome, arguments));
  if (const std::string next = next_command(outcome, arguments); !next.empty())
    fmt::print("    next    {}\n", next);
}

}  // namespace ff::cli
