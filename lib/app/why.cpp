#include "app/why.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

#include "app/journal.h"
#include "base/text.h"
#include "domain/outcome.h"
#include "planner/first_error.h"

namespace ff::app {
namespace {

constexpr Milliseconds read_deadline{10'000};
/// The kernel may tell a moment before the unit does, and some after it.
constexpr std::chrono::seconds kernel_before{2};
constexpr std::chrono::seconds kernel_after{5};

using domain::LogEntry;

bool well_ended(const domain::Run& run) {
  return run.outcome() == domain::word(domain::Outcome::Kind::reached);
}

Result<domain::Run> run_in_question(const Scene& scene, const std::optional<RunId>& run, const Limit& limit) {
  if (run) return scene.readers.runs->read(*run, limit);
  FF_TRY(listing, scene.readers.runs->runs(limit));
  const auto found =
      std::ranges::find_if(listing.runs, [](const domain::Run& one) { return !well_ended(one); });
  if (found != listing.runs.end()) return *found;
  return fail(ErrorCode::not_found,
              listing.runs.empty() ? "no run has been made yet" : "every run so far has reached its target");
}

/// A step that only left its wait has no starts; it is taken where there is no better.
std::optional<domain::Record> first_failure(const domain::Run& run) {
  std::optional<domain::Record> any;
  for (const domain::Record& record : run.records) {
    if (record.kind != domain::Record::Kind::failed) continue;
    if (!record.starts.empty()) return record;
    if (!any) any = record;
  }
  return any;
}

/// "1761142922.123456 unit[12]: text" as journalctl's short-unix format has it; nothing for another line.
std::optional<LogEntry> entry_of(const std::string& line) {
  const std::size_t dot = line.find('.');
  const std::size_t blank = line.find(' ');
  const std::size_t colon = line.find(": ");
  if (dot == std::string::npos || blank == std::string::npos || dot > blank || colon == std::string::npos)
    return std::nullopt;
  std::int64_t seconds = 0;
  std::int64_t micros = 0;
  const auto whole = std::from_chars(line.data(), line.data() + dot, seconds);
  const auto part = std::from_chars(line.data() + dot + 1, line.data() + blank, micros);
  if (whole.ec != std::errc{} || part.ec != std::errc{}) return std::nullopt;
  LogEntry entry;
  entry.at = WallTime(std::chrono::seconds(seconds) + Milliseconds(micros / 1000));
  entry.text = line.substr(colon + 2);
  return entry;
}

/// Lines without a time of their own go on with the one before.
std::vector<LogEntry> entries_in(const std::string& text, const MachineName& machine, const UnitName& unit) {
  std::vector<LogEntry> entries;
  for (const std::string& line : lines(text)) {
    auto entry = entry_of(line);
    if (!entry && entries.empty()) continue;
    if (!entry) entry = LogEntry{{}, {}, entries.back().at, line};
    entry->machine = machine;
    entry->unit = unit;
    entries.push_back(*std::move(entry));
  }
  return entries;
}

std::string epoch_seconds(WallTime time, std::chrono::seconds shift) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(time) + shift;
  return "@" + std::to_string(seconds.time_since_epoch().count());
}

Result<std::vector<LogEntry>> read_journal(const Scene& scene, const domain::UnitStart& start,
                                           const Limit& limit) {
  ports::HostReader& host = *scene.readers.machines.at(start.machine).host;
  const std::vector<std::string> command = {"journalctl", "--no-pager", "--quiet", "--output=short-unix",
                                            "--no-hostname"};
  std::vector<std::string> own = command;
  own.emplace_back("--lines=all");
  std::ranges::move(lines_of(start.invocation), std::back_inserter(own));
  FF_TRY(text, host.output_of(own, limit));
  std::vector<LogEntry> entries = entries_in(text, start.machine, start.unit);
  if (entries.empty()) return entries;
  std::vector<std::string> kernels = command;
  kernels.insert(kernels.end(),
                 {"--lines=all", "--since=" + epoch_seconds(entries.front().at, -kernel_before),
                  "--until=" + epoch_seconds(entries.back().at, kernel_after), "_TRANSPORT=kernel"});
  // Whoever may read its own units' journal may yet not read the kernel's.
  if (const auto kernel = host.output_of(kernels, limit)) {
    for (LogEntry& entry : entries_in(*kernel, start.machine, {})) entries.push_back(std::move(entry));
    std::ranges::stable_sort(entries, {}, &LogEntry::at);
  }
  return entries;
}

/// By how much its machine's clock is before this one; 0 when it does not tell.
Milliseconds clock_ahead(const Scene& scene, const MachineName& machine, const Limit& limit) {
  const WallTime before = scene.readers.clock->wall();
  const auto facts = scene.readers.machines.at(machine).host->look({}, limit);
  if (!facts) return Milliseconds{0};
  const WallTime after = scene.readers.clock->wall();
  return std::chrono::duration_cast<Milliseconds>(facts->clock - (before + (after - before) / 2));
}

}  // namespace

Result<Why> why(const Scene& scene, const std::optional<RunId>& run, const std::stop_token& stop) {
  const auto limit = [&] { return ports::within(*scene.readers.clock, read_deadline, stop); };
  FF_TRY(found, run_in_question(scene, run, limit()));
  Why told;
  told.run = std::move(found);
  told.failed = first_failure(told.run);
  const bool open_end = told.run.outcome().empty() && !told.run.records.empty();
  if (open_end && told.run.records.back().kind == domain::Record::Kind::about_to)
    told.last = told.run.records.back();
  if (!told.failed) return told;
  std::vector<planner::RankLog> ranks;
  for (const domain::UnitStart& start : told.failed->starts) {
    const std::string whose = start.machine.text() + " " + start.unit.text() + ": ";
    if (!scene.readers.machines.contains(start.machine)) {
      told.unread.push_back(whose + "the machine is no longer declared");
      continue;
    }
    auto entries = read_journal(scene, start, limit());
    if (!entries) {
      told.unread.push_back(whose + entries.error().what);
    } else if (entries->empty()) {
      told.unread.push_back(whose + "its journal holds nothing of that start any more");
    } else {
      ranks.push_back({clock_ahead(scene, start.machine, limit()), *std::move(entries)});
    }
  }
  if (stop.stop_requested()) return fail(ErrorCode::cancelled, "asked to stop");
  told.first = planner::first_error(ranks);
  return told;
}

}  // namespace ff::app
