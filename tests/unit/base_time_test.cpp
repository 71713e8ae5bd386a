#include "base/time.h"

#include <cstdlib>
#include <ctime>

#include "tests/catch.hpp"

namespace ff {
namespace {

using namespace std::chrono_literals;

WallTime wall(std::int64_t ms) {
  return WallTime(Milliseconds(ms));
}

TEST_CASE("durations are shown in the unit that people would take", "[base]") {
  CHECK(human(0ms) == "0 ms");
  CHECK(human(999ms) == "999 ms");
  CHECK(human(1000ms) == "1.0 s");
  CHECK(human(1340ms) == "1.3 s");
  CHECK(human(Milliseconds(5min + 2s)) == "5m02s");
  CHECK(human(60s) == "1m00s");
  CHECK(human(Milliseconds(59min + 59s + 999ms)) == "59m59s");
  CHECK(human(Milliseconds(1h)) == "1h00m");
  CHECK(human(Milliseconds(2h + 4min + 59s)) == "2h04m");
  CHECK(human(Milliseconds(100h)) == "100h00m");
}

TEST_CASE("just under a minute is not shown as 60 s", "[base]") {
  CHECK(human(59'949ms) == "59.9 s");
  CHECK(human(59'999ms) == "59.9 s");
}

TEST_CASE("a time of day in records is UTC with milliseconds", "[base]") {
  CHECK(iso_time(wall(0)) == "1970-01-01T00:00:00.000Z");
  CHECK(iso_time(wall(1)) == "1970-01-01T00:00:00.001Z");
  CHECK(iso_time(wall(1'795'960'931'123)) == "2026-11-29T14:02:11.123Z");
  CHECK(iso_time(wall(951'782'400'000)) == "2000-02-29T00:00:00.000Z");
}

TEST_CASE("a time before 1970 counts its milliseconds forward", "[base]") {
  CHECK(iso_time(wall(-1)) == "1969-12-31T23:59:59.999Z");
  CHECK(iso_time(wall(-86'400'000)) == "1969-12-31T00:00:00.000Z");
}

TEST_CASE("a clock time is in the machine's zone", "[base]") {
  const char* before = std::getenv("TZ");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("TZ", "FFX-2", 1);
  ::tzset();
  CHECK(clock_time(wall(1'795'960'931'123)) == "16:02:11");
  ::setenv("TZ", "UTC", 1);
  ::tzset();
  CHECK(clock_time(wall(1'795'960'931'999)) == "14:02:11");
  if (before == nullptr) {
    ::unsetenv("TZ");
  } else {
    ::setenv("TZ", kept.c_str(), 1);
  }
  ::tzset();
}

}  // namespace
}  // namespace ff
