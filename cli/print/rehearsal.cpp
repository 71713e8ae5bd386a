#include "cli/print/rehearsal.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

#include "base/text.h"
#include "cli/advice.h"
#include "cli/exit_code.h"
#include "cli/print/error.h"
#include "cli/print/event_line.h"
#include "codec/event.h"
#include "codec/outcome.h"
#include "codec/rehearsal.h"
#include "words/mishap.h"
#include "words/outcome.h"

namespace ff::cli {
namespace {

/// The switch that was rehearsed, as it would be typed.
Arguments switching(const app::Rehearsal& rehearsal, const Arguments& arguments) {
  Arguments typed = arguments;
  typed.verb = "switch";
  for (const domain::Hazard& hazard : rehearsal.plan().hazards) {
    if (hazard.weight == domain::Hazard::Class::accept) typed.accepted.push_back(hazard.id.text());
  }
  return typed;
}

/// How it ended, without its outage, which has a column of its own.
std::string end_of(const app::Rehearsed& run) {
  domain::Outcome outcome = run.outcome;
  outcome.outage_seen.reset();
  return (run.killed ? "killed, then " : "") + words::headline(outcome);
}

std::string outage_text(const std::optional<Milliseconds>& outage) {
  return outage ? human(*outage) : "none";
}

codec::FaultRow row_of(const app::Rehearsed& run, const Arguments& typed) {
  codec::FaultRow row;
  for (const domain::Mishap& mishap : run.mishaps) row.faults.push_back(domain::text(mishap));
  row.met = run.met;
  row.killed = run.killed;
  row.outcome = run.outcome.kind;
  row.serving = run.outcome.serving;
  row.declared = run.outcome.declared;
  row.exit_code = static_cast<int>(exit_code(run.outcome));
  row.outage = run.outcome.outage_seen;
  row.end = end_of(run);
  row.next = run.killed ? command_for({Advice::Kind::resume, {}}, typed) : command_next(run.outcome, typed);
  return row;
}

std::vector<codec::FaultRow> rows_of(const app::Rehearsal& rehearsal, const std::vector<app::Rehearsed>& runs,
                                     const Arguments& arguments) {
  const Arguments typed = switching(rehearsal, arguments);
  std::vector<codec::FaultRow> rows;
  for (const app::Rehearsed& run : runs) rows.push_back(row_of(run, typed));
  return rows;
}

void print_head(const app::Rehearsal& rehearsal) {
  const domain::Plan& plan = rehearsal.plan();
  fmt::print("rehearsal of {}, as seen {}; no machine is touched\n", words::title(plan),
             clock_time(plan.seen_at));
  std::vector<std::string> starts;
  for (const domain::Instance& instance : plan.target) {
    for (const ports::Pace& pace : rehearsal.paces()) {
      if (pace.machine == instance.leader().box && pace.unit == instance.leader().unit)
        starts.push_back(instance.name.text() + " " + human(pace.start));
    }
  }
  if (!starts.empty()) fmt::print("starts taken to last: {}\n", joined(starts, ", "));
}

/// Stages as "1-4, 7".
std::string ranges(const std::vector<int>& stages) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < stages.size();) {
    std::size_t end = i + 1;
    while (end < stages.size() && stages[end] == stages[end - 1] + 1) ++end;
    parts.push_back(end - i == 1 ? fmt::format("{}", stages[i])
                                 : fmt::format("{}-{}", stages[i], stages[end - 1]));
    i = end;
  }
  return joined(parts, ",");
}

/// Lines of the table: one fault at one machine that ends alike at several stages.
struct Line {
  std::string fault;
  std::vector<int> stages;
  codec::FaultRow row;
  std::vector<std::optional<Milliseconds>> outages;
};

std::vector<Line> lines_of(const std::vector<app::Rehearsed>& runs,
                           const std::vector<codec::FaultRow>& rows) {
  std::vector<Line> lines;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const domain::Mishap& mishap = runs[i].mishaps.front();
    const std::string fault = std::string(domain::word(mishap.kind)) + "@" + mishap.machine.text();
    const auto same = std::ranges::find_if(lines, [&](const Line& line) {
      return line.fault == fault && line.row.end == rows[i].end && line.row.next == rows[i].next;
    });
    Line& line = same == lines.end() ? lines.emplace_back(Line{fault, {}, rows[i], {}}) : *same;
    if (line.stages.empty() || line.stages.back() != mishap.stage) line.stages.push_back(mishap.stage);
    line.outages.push_back(rows[i].outage);
  }
  return lines;
}

/// "none", "8.2 s", "none to 8.2 s".
std::string outages_text(const Line& line) {
  const auto [least, most] = std::ranges::minmax(line.outages);
  return least == most ? outage_text(least) : outage_text(least) + " to " + outage_text(most);
}

using Cells = std::vector<std::string>;

void print_table(const std::vector<Cells>& table) {
  std::vector<std::size_t> widths(table.front().size());
  for (const Cells& cells : table) {
    for (std::size_t i = 0; i < cells.size(); ++i) widths[i] = std::max(widths[i], cells[i].size());
  }
  for (const Cells& cells : table) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) line += fmt::format("{:<{}}  ", cells[i], widths[i]);
    fmt::print("{}\n", printable(line.substr(0, line.find_last_not_of(' ') + 1), 1000));
  }
}

void print_kinds(const std::vector<app::Rehearsed>& runs) {
  std::vector<domain::Mishap::Kind> kinds;
  for (const app::Rehearsed& run : runs) {
    const auto kind = run.mishaps.front().kind;
    if (std::ranges::find(kinds, kind) == kinds.end()) kinds.push_back(kind);
  }
  for (const auto kind : kinds) fmt::print("{:<13}  {}\n", domain::word(kind), words::describe(kind));
}

}  // namespace

void print_course(const app::Rehearsal& rehearsal, const app::Rehearsed& run, const Arguments& arguments) {
  if (arguments.json) {
    for (const domain::Event& event : run.course) fmt::print("{}\n", codec::event_line(event));
    fmt::print("{}\n", codec::outcome_json(run.outcome));
    return;
  }
  print_head(rehearsal);
  for (const domain::Mishap& mishap : run.mishaps)
    fmt::print("fault {}: at stage {}, {}\n", domain::text(mishap), mishap.stage,
               words::describe(mishap.kind));
  fmt::print("\n");
  for (const domain::Event& event : run.course) fmt::print("{}\n", event_line(event));
  fmt::print("\n");
  if (run.outcome.error) fmt::print("{}\n", sentence(*run.outcome.error));
  fmt::print("{}{}\n", run.killed ? "killed, and resumed: " : "", words::headline(run.outcome));
  if (const std::string parts = words::outage_parts(run.outcome); !parts.empty())
    fmt::print("    outage  {}\n", parts);
  if (!run.met) fmt::print("    faults  it did not come to all of them\n");
  const Arguments typed = switching(rehearsal, arguments);
  const bool as_planned = run.mishaps.empty() && run.outcome.kind == domain::Outcome::Kind::reached;
  const std::string next =
      as_planned ? command_for({Advice::Kind::run_again, {}}, typed) : command_next(run.outcome, typed);
  if (!next.empty()) fmt::print("    {}    {}\n", as_planned ? "next" : "type", next);
}

void print_faults(const app::Rehearsal& rehearsal, const std::vector<app::Rehearsed>& runs,
                  const Arguments& arguments) {
  const auto rows = rows_of(rehearsal, runs, arguments);
  if (arguments.json) return fmt::print("{}\n", codec::rehearsal_json(rows, rows.size()));
  print_head(rehearsal);
  fmt::print("{} faults, one at a time, each at its stages of `ff plan {}`:\n\n", runs.size(),
             arguments.subject);
  if (runs.empty()) return;
  std::vector<Cells> table = {{"fault", "at", "exit", "outage", "end", "type"}};
  for (const Line& line : lines_of(runs, rows)) {
    table.push_back({line.fault, ranges(line.stages), std::to_string(line.row.exit_code), outages_text(line),
                     line.row.end, line.row.next});
  }
  print_table(table);
  fmt::print("\n");
  print_kinds(runs);
}

void print_pairs(const app::Rehearsal& rehearsal, const std::vector<app::Rehearsed>& runs, std::size_t of,
                 const Arguments& arguments) {
  const auto rows = rows_of(rehearsal, runs, arguments);
  if (arguments.json) return fmt::print("{}\n", codec::rehearsal_json(rows, of));
  print_head(rehearsal);
  fmt::print("{} of {} pairs of faults, drawn by --seed {}:\n\n", runs.size(), of, arguments.seed);
  struct Sum {
    int pairs = 0;
    std::optional<Milliseconds> longest;
    std::string worst;
  };
  std::map<std::pair<int, std::string>, Sum> sums;
  for (const codec::FaultRow& row : rows) {
    Sum& sum = sums[{row.exit_code, row.end}];
    if (sum.pairs++ == 0 || row.outage > sum.longest) {
      sum.longest = row.outage;
      sum.worst = joined(row.faults, " ");
    }
  }
  std::vector<Cells> table = {{"exit", "pairs", "longest outage", "of", "end"}};
  for (const auto& [end, sum] : sums) {
    table.push_back({std::to_string(end.first), std::to_string(sum.pairs), outage_text(sum.longest),
                     sum.worst, end.second});
  }
  print_table(table);
}

}  // namespace ff::cli
