#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "load/driver.h"
#include "load/sample.h"

namespace ff::load {

/// What clients of one kind, or all of them, saw. Cut streams are counted apart: they neither fail nor end an
/// outage.
struct Seen {
  long requests = 0;
  long ok = 0;
  long failed = 0;
  std::map<std::string, long> failures;  ///< by result: "503", "refused", ...
  long cut_streams = 0;
  long unfinished = 0;

  double longest_gap_ms = 0;  ///< longest time without a 200, the ends of the load included
  std::optional<Moment> first_failure;
  std::optional<Moment> first_503;
  std::optional<Moment> last_failure;
  std::optional<Moment> first_200_after_last_failure;
  /// From the first failure to the first 200 after the last one, or to the end of the load.
  double outage_ms = 0;
  /// The 200 that ended the longest gap with a failure in it: the first one of what serves now.
  std::optional<Moment> recovered;
  long failures_after_recovery = 0;

  long answers_503 = 0;
  long with_retry_after = 0;
  int retry_after_min_s = -1;
  int retry_after_max_s = -1;
};

/// Which requests reached engines more than once, by the engines' own request logs.
struct Duplicates {
  bool asked = false;
  std::vector<std::string> unanswered;  ///< engines that did not say
  long ids = 0;
  std::vector<std::string> twice;
};

/// The whole result of a load.
struct Report {
  Course course;
  std::map<Kind, Seen> kinds;
  Seen all;
  Duplicates duplicates;
};

/// Pure: counts and times from the samples.
[[nodiscard]] Report make_report(const std::vector<Sample>& samples, const Course& course);
/// The course of a load of which only samples are left.
[[nodiscard]] Course course_of(const std::vector<Sample>& samples);

/// A table and a few lines for people.
[[nodiscard]] std::string report_text(const Report& report);
/// One JSON object; moments have wall_ms and mono_ms, what did not happen is null.
[[nodiscard]] std::string report_json(const Report& report);

}  // namespace ff::load
