#include "cli/print/history.h"

#include <fmt/format.h>

#include "base/text.h"
#include "codec/record.h"

namespace ff::cli {
namespace {

std::string ending(const domain::Run& run) {
  const std::string outcome = run.outcome();
  return outcome.empty() ? "never ended" : outcome;
}

void print_header(const domain::Run& run) {
  const domain::RunHeader& header = run.header;
  fmt::print("{}  {}  {} -> {}  {}  by {}\n", header.run.text(), iso_time(header.started),
             header.from.empty() ? "nothing" : header.from.text(), header.to.text(), ending(run),
             printable(header.operator_name));
}

/// What came of a step stands without what was meant, which its about_to says.
void print_record(const domain::Record& record) {
  std::string step = printable(record.step, 300);
  if (!record.text.empty() && record.kind != domain::Record::Kind::about_to)
    step = step.substr(0, step.find(": "));
  const std::string text = printable(record.text, 600);
  const std::string took = record.took ? " (" + human(*record.took) + ")" : "";
  fmt::print("{}  {:>2}  {:<8}  {:<5}  {}{}{}{}\n", clock_time(record.at),
             record.stage == 0 ? std::string() : std::to_string(record.stage), domain::word(record.kind),
             record.where.machine.text(), step, text.empty() || step.empty() ? "" : ": ", text, took);
}

}  // namespace

void print_history(const ports::RunReader::Listing& listing, const Arguments& arguments) {
  if (arguments.json) {
    fmt::print("{}\n", codec::history_json(listing.runs, listing.damaged));
    return;
  }
  for (const domain::Run& run : listing.runs) print_header(run);
  if (listing.runs.empty()) fmt::print("no runs yet\n");
  for (const std::string& name : listing.damaged)
    fmt::print(stderr, "damaged, left out: {}\n", printable(name));
}

void print_run(const domain::Run& run, const Arguments& arguments) {
  if (arguments.json) {
    fmt::print("{}\n", codec::run_json(run));
    return;
  }
  print_header(run);
  for (const std::string& line : run.header.accepted) fmt::print("accepted  {}\n", printable(line));
  for (const domain::Record& record : run.records) print_record(record);
  if (run.torn) fmt::print(stderr, "its last line was cut and is left out\n");
}

}  // namespace ff::cli
