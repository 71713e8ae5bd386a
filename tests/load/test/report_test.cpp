#include "load/report.h"

#include "catch.hpp"

using namespace ff::load;

namespace {

/// A request that started at `start_ms` and was answered, or ended, `duration_ms` later.
Sample sample(double start_ms, const char* result, double duration_ms = 10, Kind kind = Kind::fresh) {
  Sample one;
  one.kind = kind;
  one.started = {1000000 + start_ms, start_ms};
  one.duration_ms = duration_ms;
  REQUIRE(set_result(one, result));
  if (one.ending == Ending::answered || one.ending == Ending::cut) one.first_byte_ms = duration_ms;
  return one;
}

Report report(const std::vector<Sample>& samples) {
  return make_report(samples, course_of(samples));
}

}  // namespace

TEST_CASE("an outage lasts from the first failure to the first 200 after the last", "[load]") {
  std::vector<Sample> samples{sample(0, "200"), sample(100, "200")};
  for (int i = 2; i < 8; ++i) {
    samples.push_back(sample(i * 100, i == 4 ? "refused" : "503"));
    if (i != 4) samples.back().retry_after_s = 10 * i;
  }
  samples.push_back(sample(800, "200"));
  samples.push_back(sample(900, "200"));
  const Seen seen = report(samples).all;
  CHECK(seen.requests == 10);
  CHECK(seen.ok == 4);
  CHECK(seen.failures == std::map<std::string, long>{{"503", 5}, {"refused", 1}});
  CHECK(seen.outage_ms == Approx(600));
  CHECK(seen.longest_gap_ms == Approx(700));
  CHECK(seen.first_503->mono_ms == Approx(210));
  CHECK(seen.first_503->wall_ms == Approx(1000210));
  CHECK(seen.last_failure->mono_ms == Approx(710));
  CHECK(seen.first_200_after_last_failure->mono_ms == Approx(810));
  CHECK(seen.recovered->mono_ms == Approx(810));
  CHECK(seen.failures_after_recovery == 0);
  CHECK(seen.answers_503 == 5);
  CHECK(seen.with_retry_after == 5);
  CHECK(seen.retry_after_min_s == 20);
  CHECK(seen.retry_after_max_s == 70);
}

TEST_CASE("a failure after the first 200 of what came then is told", "[load]") {
  const Seen seen = report({sample(0, "200"), sample(100, "503"), sample(900, "200"), sample(1000, "502"),
                            sample(1100, "200")})
                        .all;
  CHECK(seen.recovered->mono_ms == Approx(910));
  CHECK(seen.failures_after_recovery == 1);
  CHECK(seen.first_200_after_last_failure->mono_ms == Approx(1110));
  CHECK(seen.with_retry_after == 0);
}

TEST_CASE("an outage that does not end lasts to the end", "[load]") {
  const Seen seen = report({sample(0, "200"), sample(100, "503"), sample(900, "hung", 5000)}).all;
  CHECK_FALSE(seen.first_200_after_last_failure);
  CHECK_FALSE(seen.recovered);
  CHECK(seen.outage_ms == Approx(5900 - 110));
  CHECK(seen.longest_gap_ms == Approx(5900 - 10));
}

TEST_CASE("cut streams are counted apart and a 200 counts when its answer begins", "[load]") {
  Sample slow = sample(0, "200", 50, Kind::stream);
  slow.duration_ms = 4000;
  const Report whole =
      report({slow, sample(100, "cut", 60, Kind::stream), sample(200, "200"), sample(300, "unfinished")});
  CHECK(whole.all.failed == 0);
  CHECK(whole.all.cut_streams == 1);
  CHECK(whole.all.unfinished == 1);
  CHECK_FALSE(whole.all.first_failure);
  CHECK(whole.all.outage_ms == 0);
  CHECK(whole.all.longest_gap_ms == Approx(160));
  CHECK(whole.kinds.at(Kind::stream).requests == 2);
  CHECK(whole.kinds.at(Kind::fresh).requests == 2);
  CHECK_FALSE(whole.kinds.contains(Kind::pooled));
}

TEST_CASE("nothing sent is nothing seen", "[load]") {
  const Report empty = report({});
  CHECK(empty.all.requests == 0);
  CHECK(empty.all.longest_gap_ms == 0);
  CHECK(report_text(empty).find("outage  none") != std::string::npos);
}
