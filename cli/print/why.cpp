#include "cli/print/why.h"

#include <fmt/format.h>

#include "base/text.h"
#include "cli/advice.h"
#include "codec/why.h"
#include "words/trouble.h"

namespace ff::cli {
namespace {

constexpr std::size_t longest_line = 400;

std::string writer_of(const domain::LogEntry& entry) {
  return entry.machine.text() + " " + (entry.unit.empty() ? "kernel" : entry.unit.text());
}

void print_first(const domain::FirstError& first) {
  fmt::print("first   {}  {}\n        {}\n", clock_time(first.line.at), writer_of(first.line),
             printable(trimmed(first.line.text), longest_line));
  const std::string meaning = words::meaning(first.trouble);
  const std::string remedy = words::remedy(first.trouble);
  if (!meaning.empty()) fmt::print("means   {}\n", meaning);
  if (!remedy.empty()) fmt::print("remedy  {}\n", remedy);
  if (first.around.size() < 2) return;
  fmt::print("around\n");
  for (const domain::LogEntry& entry : first.around) {
    fmt::print("        {}  {}\n", clock_time(entry.at), printable(entry.text, longest_line));
  }
}

std::string next_command(const app::Why& why, const Arguments& arguments) {
  using Kind = Advice::Kind;
  if (why.last) return command_for({Kind::resume, {}, {}}, arguments);
  return command_for({Kind::plan_for, why.run.header.to.text(), {}}, arguments) +
         "    # what stands in its way now";
}

}  // namespace

void print_why(const app::Why& why, const Arguments& arguments) {
  if (arguments.json) {
    fmt::print("{}\n", codec::why_json(why.run, why.failed, why.first, why.unread));
    return;
  }
  const domain::RunHeader& header = why.run.header;
  const std::string outcome = why.run.outcome();
  fmt::print("run     {}: {} -> {}, {}, {}\n", header.run.text(),
             header.from.empty() ? "nothing" : header.from.text(), header.to.text(), iso_time(header.started),
             outcome.empty() ? "never ended" : outcome);
  if (why.last) fmt::print("cut     {}\n", printable(why.last->step, longest_line));
  if (why.failed) {
    fmt::print("failed  {}\n        {}\n", printable(why.failed->step, longest_line),
               printable(why.failed->text, longest_line));
  } else {
    fmt::print("failed  no step of it\n");
  }
  if (why.first) print_first(*why.first);
  if (why.failed && !why.first) fmt::print("first   no journal tells an error\n");
  for (const std::string& line : why.unread) fmt::print("unread  {}\n", printable(line, longest_line));
  fmt::print("next    {}\n", next_command(why, arguments));
}

}  // namespace ff::cli
