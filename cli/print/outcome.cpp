#include "cli/print/outcome.h"

#include <fmt/format.h>

#include "base/text.h"
#include "cli/advice.h"
#include "cli/print/error.h"
#include "cli/print/plan.h"
#include "codec/outcome.h"
#include "words/outcome.h"

namespace ff::cli {
void print_trouble(const domain::Outcome& outcome, const Arguments& arguments) {
  if (!outcome.hazards.empty()) {
    fmt::print(stderr, "ff: refused, nothing touched\n");
    print_hazards(outcome.hazards, arguments, stderr);
  }
  if (outcome.error) {
    fmt::print(stderr, "ff: {}\n", sentence(*outcome.error));
    print_evidence(*outcome.error, stderr);
  }
}

void print_outcome(const domain::Outcome& outcome, const Arguments& arguments) {
  if (arguments.json) {
    fmt::print("{}\n", codec::outcome_json(outcome));
    return;
  }
  print_trouble(outcome, arguments);
  fmt::print("{}\n", words::headline(outcome));
  if (const std::string parts = words::outage_parts(outcome); !parts.empty())
    fmt::print("    outage  {}\n", parts);
  if (!outcome.run.empty()) fmt::print("    why     {}\n", why_command(outcome, arguments));
  if (const std::string next = command_next(outcome, arguments); !next.empty())
    fmt::print("    next    {}\n", next);
  if (outcome.error) print_takeover(outcome.error->advice, arguments, stdout);
}

}  // namespace ff::cli
