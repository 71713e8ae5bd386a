#include "load/log_file.h"

#include <fmt/format.h>

#include <sstream>

namespace ff::load {
namespace {

std::string or_dash(double value, bool present) {
  return present ? fmt::format("{:.1f}", value) : "-";
}

bool read_line(const std::string& line, Sample& sample) {
  std::istringstream words(line);
  std::string kind_word;
  std::string result;
  std::string first_byte;
  std::string retry_after;
  words >> sample.started.wall_ms >> sample.started.mono_ms >> kind_word >> result >> sample.duration_ms >>
      first_byte >> retry_after >> sample.request_id;
  const auto kind = kind_of(kind_word);
  if (!words || !kind || !set_result(sample, result)) return false;
  sample.kind = *kind;
  if (first_byte != "-") sample.first_byte_ms = std::strtod(first_byte.c_str(), nullptr);
  if (retry_after != "-") sample.retry_after_s = std::atoi(retry_after.c_str());
  return true;
}

}  // namespace

Result<LogFile> LogFile::open(const std::string& path) {
  LogFile log;
  if (path.empty()) return log;
  log.file_.open(path, std::ios::trunc);
  if (!log.file_) return fail(ErrorCode::failed, "cannot write " + path);
  log.file_ << "# wall_ms mono_ms kind result duration_ms first_byte_ms retry_after_s request_id\n"
            << std::flush;
  return log;
}

void LogFile::write(const Sample& sample) {
  if (!file_.is_open()) return;
  file_ << fmt::format("{:.1f} {:.1f} {} {} {:.1f} {} {} {}\n", sample.started.wall_ms,
                       sample.started.mono_ms, word(sample.kind), result_word(sample), sample.duration_ms,
                       or_dash(sample.first_byte_ms, sample.first_byte_ms >= 0),
                       sample.retry_after_s >= 0 ? std::to_string(sample.retry_after_s) : "-",
                       sample.request_id)
        << std::flush;
}

Result<std::vector<Sample>> read_log(const std::string& path) {
  std::ifstream file(path);
  if (!file) return fail(ErrorCode::not_found, "cannot read " + path);
  std::vector<Sample> samples;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.empty() || line.starts_with('#')) continue;
    Sample sample;
    if (!read_line(line, sample))
      return fail(ErrorCode::bad_input, fmt::format("{}:{}: not a line of a load log", path, number));
    samples.push_back(std::move(sample));
  }
  return samples;
}

}  // namespace ff::load
