#include "base/time.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>

namespace ff {

std::string human(Milliseconds duration) {
  const long long ms = duration.count();
  if (ms < 1000) return fmt::format("{} ms", ms);
  if (ms < 60'000) return fmt::format("{:.1f} s", std::min(static_cast<double>(ms) / 1000.0, 59.9));
  const long long seconds = ms / 1000;
  if (seconds < 3600) return fmt::format("{}m{:02}s", seconds / 60, seconds % 60);
  return fmt::format("{}h{:02}m", seconds / 3600, seconds / 60 % 60);
}

std::string clock_time(WallTime time) {
  const std::time_t seconds = std::chrono::floor<std::chrono::seconds>(time).time_since_epoch().count();
  std::tm parts = {};
  localtime_r(&seconds, &parts);
  return fmt::format("{:02}:{:02}:{:02}", parts.tm_hour, parts.tm_min, parts.tm_sec);
}

std::string iso_time(WallTime time) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
  const std::time_t count = seconds.time_since_epoch().count();
  std::tm parts = {};
  gmtime_r(&count, &parts);
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", parts, (time - seconds).count());
}

}  // namespace ff
