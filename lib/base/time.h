#pragma once

#include <chrono>
#include <stop_token>
#include <string>

namespace ff {

using Milliseconds = std::chrono::milliseconds;

/// ff's one clock for durations and deadlines: CLOCK_BOOTTIME, which a suspend does not stop.
/// The points come from ports::Clock alone, so that tests can move them; there is no now() here.
struct BootClock {
  using rep = std::chrono::nanoseconds::rep;
  using period = std::chrono::nanoseconds::period;
  using duration = std::chrono::nanoseconds;
  using time_point = std::chrono::time_point<BootClock>;
  static constexpr bool is_steady = true;
};
using MonoTime = BootClock::time_point;

/// Time of day, for people and records only; never subtracted to get a duration.
using WallTime = std::chrono::sys_time<std::chrono::milliseconds>;

/// How long a call may wait, and who may cut the wait short. In every call that can wait.
struct Limit {
  MonoTime deadline;
  std::stop_token stop = {};
};

/// "1.3 s", "5m02s", "2h04m": as every output of ff shows a duration.
[[nodiscard]] std::string human(Milliseconds duration);
/// "14:02:11" in the machine's time zone.
[[nodiscard]] std::string clock_time(WallTime time);
/// "2026-11-29T14:02:11.123Z"; the form in records and JSON.
[[nodiscard]] std::string iso_time(WallTime time);

}  // namespace ff
