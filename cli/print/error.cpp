#include "cli/print/error.h"

#include <fmt/format.h>

#include "base/text.h"
#include "cli/advice.h"

namespace ff::cli {

std::string sentence(const Error& error) {
  std::string place = error.where.machine.text();
  if (!error.where.unit.empty()) place += (place.empty() ? "" : " ") + error.where.unit.text();
  const std::string what = printable(error.what, 2000);
  // A unit is often the sentence's own subject already.
  if (place.empty() || what.starts_with(place)) return what;
  return place + ": " + what;
}

void print_evidence(const Error& error, std::FILE* out) {
  for (const std::string& line : error.evidence) fmt::print(out, "        {}\n", printable(line));
}

void print_takeover(const Advice& advice, const Arguments& arguments, std::FILE* out) {
  const bool offered = advice.kind == Advice::Kind::take_over && !advice.subject.empty();
  if (!offered || arguments.verb == "takeover") return;
  fmt::print(out, "    or      {}    # where that run hangs\n", takeover_command(advice.subject, arguments));
}

void print_error(const Error& error, const Arguments& arguments) {
  fmt::print(stderr, "ff: {}\n", sentence(error));
  print_evidence(error, stderr);
  const std::string next = command_for(error.advice, arguments);
  if (!next.empty()) fmt::print(stderr, "    next    {}\n", next);
  print_takeover(error.advice, arguments, stderr);
}

}  // namespace ff::cli
