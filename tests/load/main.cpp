#include <curl/curl.h>
#include <fmt/format.h>

#include <cstdio>

#include "load/driver.h"
#include "load/duplicates.h"
#include "load/log_file.h"
#include "load/options.h"
#include "load/report.h"

namespace ff::load {
namespace {

constexpr int exit_usage = 64;
constexpr int exit_failed = 1;

int complain(const Error& error) {
  fmt::print(stderr, "ff-load: {}\n", error.what);
  const bool usage_fault = error.code == ErrorCode::bad_input || error.code == ErrorCode::refused;
  if (error.code == ErrorCode::bad_input) fmt::print(stderr, "{}", usage());
  return usage_fault ? exit_usage : exit_failed;
}

void print(const Report& report, bool json) {
  fmt::print("{}", json ? report_json(report) : report_text(report));
}

int put_under_load(const Options& options) {
  auto log = LogFile::open(options.log_path);
  if (!log) return complain(log.error());
  std::vector<Sample> samples;
  Driver driver(options, [&](const Sample& sample) {
    log->write(sample);
    samples.push_back(sample);
  });
  const Course course = driver.run();
  Report report = make_report(samples, course);
  report.duplicates = find_duplicates(options.count_from, samples);
  print(report, options.json);
  return 0;
}

int report_log(const Options& options) {
  auto samples = read_log(options.report_path);
  if (!samples) return complain(samples.error());
  std::erase_if(*samples, [&](const Sample& sample) {
    return sample.started.wall_ms < options.from_wall_ms || sample.started.wall_ms > options.to_wall_ms;
  });
  print(make_report(*samples, course_of(*samples)), options.json);
  return 0;
}

}  // namespace
}  // namespace ff::load

int main(int count, char** values) {
  curl_global_init(CURL_GLOBAL_DEFAULT);
  const auto options = ff::load::parse_options({values + 1, values + count});
  if (!options) return ff::load::complain(options.error());
  return options->report_only ? ff::load::report_log(*options) : ff::load::put_under_load(*options);
}
