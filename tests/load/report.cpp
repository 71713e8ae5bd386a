#include "load/report.h"

#include <algorithm>

namespace ff::load {
namespace {

bool earlier(const Moment& a, const Moment& b) {
  return a.mono_ms < b.mono_ms;
}

/// The 200s and the failures, each in the order in which clients knew.
struct Events {
  std::vector<Moment> good;
  std::vector<Moment> bad;
  Moment end;  ///< of the last request that ended otherwise than by a 200
};

Events events_of(const std::vector<const Sample*>& samples) {
  Events events;
  for (const Sample* sample : samples) {
    if (sample->ok()) events.good.push_back(sample->known_at());
    if (sample->failed()) events.bad.push_back(sample->known_at());
    const Moment end = later(sample->started, sample->duration_ms);
    if (!sample->ok() && earlier(events.end, end)) events.end = end;
  }
  std::ranges::sort(events.good, earlier);
  std::ranges::sort(events.bad, earlier);
  return events;
}

void count(Seen& seen, const Sample& sample) {
  ++seen.requests;
  if (sample.ok()) ++seen.ok;
  if (sample.ending == Ending::cut) ++seen.cut_streams;
  if (sample.ending == Ending::unfinished) ++seen.unfinished;
  if (!sample.failed()) return;
  ++seen.failed;
  ++seen.failures[result_word(sample)];
  if (sample.ending != Ending::answered || sample.status != 503) return;
  ++seen.answers_503;
  const Moment at = sample.known_at();
  if (!seen.first_503 || earlier(at, *seen.first_503)) seen.first_503 = at;
  if (sample.retry_after_s < 0) return;
  ++seen.with_retry_after;
  seen.retry_after_max_s = std::max(seen.retry_after_max_s, sample.retry_after_s);
  seen.retry_after_min_s = seen.retry_after_min_s < 0
                               ? sample.retry_after_s
                               : std::min(seen.retry_after_min_s, sample.retry_after_s);
}

bool any_between(const std::vector<Moment>& moments, const Moment& from, const Moment& to) {
  const auto first = std::ranges::lower_bound(moments, from, earlier);
  return first != moments.end() && first->mono_ms <= to.mono_ms;
}

void find_gaps(Seen& seen, const Events& events, const Course& course) {
  double longest_with_failure_ms = 0;
  Moment previous = course.began;
  const auto gap_to = [&](const Moment& at, bool ends_well) {
    const double gap_ms = at.mono_ms - previous.mono_ms;
    seen.longest_gap_ms = std::max(seen.longest_gap_ms, gap_ms);
    if (gap_ms > longest_with_failure_ms && any_between(events.bad, previous, at)) {
      longest_with_failure_ms = gap_ms;
      seen.recovered = ends_well ? std::optional(at) : std::nullopt;
    }
    previous = at;
  };
  for (const Moment& good : events.good) gap_to(good, true);
  if (earlier(previous, events.end)) gap_to(events.end, false);
}

void find_outage(Seen& seen, const Events& events, const Course& course) {
  if (events.bad.empty()) return;
  seen.first_failure = events.bad.front();
  seen.last_failure = events.bad.back();
  const auto good = std::ranges::upper_bound(events.good, *seen.last_failure, earlier);
  if (good != events.good.end()) seen.first_200_after_last_failure = *good;
  const Moment end = seen.first_200_after_last_failure.value_or(course.ended);
  seen.outage_ms = end.mono_ms - seen.first_failure->mono_ms;
  if (!seen.recovered) return;
  seen.failures_after_recovery =
      std::ranges::count_if(events.bad, [&](const Moment& bad) { return earlier(*seen.recovered, bad); });
}

Seen see(const std::vector<const Sample*>& samples, const Course& course) {
  Seen seen;
  for (const Sample* sample : samples) count(seen, *sample);
  const Events events = events_of(samples);
  find_gaps(seen, events, course);
  find_outage(seen, events, course);
  return seen;
}

}  // namespace

Report make_report(const std::vector<Sample>& samples, const Course& course) {
  std::map<Kind, std::vector<const Sample*>> by_kind;
  std::vector<const Sample*> all;
  for (const Sample& sample : samples) {
    by_kind[sample.kind].push_back(&sample);
    all.push_back(&sample);
  }
  Report report;
  report.course = course;
  report.all = see(all, course);
  for (const auto& [kind, own] : by_kind) report.kinds[kind] = see(own, course);
  return report;
}

Course course_of(const std::vector<Sample>& samples) {
  Course course;
  if (samples.empty()) return course;
  course.began = samples.front().started;
  for (const Sample& sample : samples) {
    if (earlier(sample.started, course.began)) course.began = sample.started;
    const Moment end = later(sample.started, sample.duration_ms);
    if (earlier(course.ended, end)) course.ended = end;
  }
  return course;
}

}  // namespace ff::load
