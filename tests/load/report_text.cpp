#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cmath>

#include "load/report.h"

namespace ff::load {
namespace {

std::string clock(const Moment& moment) {
  const auto seconds = static_cast<std::time_t>(moment.wall_ms / 1000);
  const auto ms = static_cast<int>(std::fmod(moment.wall_ms, 1000.0));
  return fmt::format("{:%H:%M:%S}.{:03}", fmt::localtime(seconds), ms);
}

std::string clock(const std::optional<Moment>& moment) {
  return moment ? clock(*moment) : "never";
}

std::string in_seconds(double ms) {
  return fmt::format("{:.3f} s", ms / 1000);
}

std::string failures_of(const Seen& seen) {
  std::string text;
  for (const auto& [result, count] : seen.failures)
    text += fmt::format("{}{} x {}", text.empty() ? "" : ", ", count, result);
  return text.empty() ? "-" : text;
}

std::string row(const char* name, const Seen& seen) {
  return fmt::format("{:<7} {:>8} {:>7} {:>7} {:>4} {:>11} {:>11}  {}\n", name, seen.requests, seen.ok,
                     seen.failed, seen.cut_streams, in_seconds(seen.longest_gap_ms),
                     in_seconds(seen.outage_ms), failures_of(seen));
}

std::string outage_lines(const Seen& seen) {
  if (!seen.first_failure) return "outage  none\n";
  std::string text = fmt::format("outage  {}, from {} to {}\n", in_seconds(seen.outage_ms),
                                 clock(seen.first_failure), clock(seen.first_200_after_last_failure));
  text +=
      fmt::format("        first 503 {}, last that was not 200 {}, first 200 after it {}\n",
                  clock(seen.first_503), clock(seen.last_failure), clock(seen.first_200_after_last_failure));
  if (seen.recovered) {
    text += seen.failures_after_recovery == 0
                ? fmt::format("        nothing but 200 after the first 200 ({})\n", clock(seen.recovered))
                : fmt::format("        {} requests not answered 200 after the first 200 ({})\n",
                              seen.failures_after_recovery, clock(seen.recovered));
  }
  if (seen.answers_503 > 0) {
    text +=
        fmt::format("        Retry-After on {} of {} answers 503", seen.with_retry_after, seen.answers_503);
    if (seen.with_retry_after > 0)
      text += fmt::format(", {} to {} s", seen.retry_after_min_s, seen.retry_after_max_s);
    text += "\n";
  }
  return text;
}

std::string duplicate_line(const Duplicates& duplicates) {
  if (!duplicates.asked) return "";
  std::string text = fmt::format("twice   {} of {} requests", duplicates.twice.size(), duplicates.ids);
  for (const std::string& engine : duplicates.unanswered) text += fmt::format("; {} did not say", engine);
  return text + "\n";
}

}  // namespace

std::string report_text(const Report& report) {
  std::string text = fmt::format("{:<7} {:>8} {:>7} {:>7} {:>4} {:>11} {:>11}  {}\n", "kind", "requests",
                                 "200", "failed", "cut", "longest gap", "outage", "failures");
  for (const auto& [kind, seen] : report.kinds) text += row(word(kind), seen);
  text += row("all", report.all) + outage_lines(report.all) + duplicate_line(report.duplicates);
  if (report.all.unfinished > 0)
    text += fmt::format("{} requests were still under way\n", report.all.unfinished);
  if (report.course.not_sent > 0)
    text += fmt::format("{} requests were not sent: too many were under way\n", report.course.not_sent);
  return text;
}

}  // namespace ff::load
