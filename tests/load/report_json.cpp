#include <nlohmann/json.hpp>

#include "load/report.h"

namespace ff::load {
namespace {

using Json = nlohmann::ordered_json;

Json moment(const std::optional<Moment>& at) {
  if (!at) return nullptr;
  return {{"wall_ms", at->wall_ms}, {"mono_ms", at->mono_ms}};
}

Json seen_json(const Seen& seen) {
  return {{"requests", seen.requests},
          {"ok", seen.ok},
          {"failed", seen.failed},
          {"failures", seen.failures},
          {"cut_streams", seen.cut_streams},
          {"unfinished", seen.unfinished},
          {"longest_gap_ms", seen.longest_gap_ms},
          {"outage_ms", seen.outage_ms},
          {"first_failure", moment(seen.first_failure)},
          {"first_503", moment(seen.first_503)},
          {"last_failure", moment(seen.last_failure)},
          {"first_200_after_last_failure", moment(seen.first_200_after_last_failure)},
          {"recovered", moment(seen.recovered)},
          {"failures_after_recovery", seen.failures_after_recovery},
          {"answers_503", seen.answers_503},
          {"with_retry_after", seen.with_retry_after},
          {"retry_after_min_s", seen.retry_after_min_s},
          {"retry_after_max_s", seen.retry_after_max_s}};
}

Json duplicates_json(const Duplicates& duplicates) {
  if (!duplicates.asked) return nullptr;
  return {{"ids", duplicates.ids}, {"twice", duplicates.twice}, {"unanswered", duplicates.unanswered}};
}

}  // namespace

std::string report_json(const Report& report) {
  Json kinds = Json::object();
  for (const auto& [kind, seen] : report.kinds) kinds[word(kind)] = seen_json(seen);
  const Json whole{{"version", 1},
                   {"began", moment(report.course.began)},
                   {"ended", moment(report.course.ended)},
                   {"interrupted", report.course.interrupted},
                   {"not_sent", report.course.not_sent},
                   {"kinds", kinds},
                   {"all", seen_json(report.all)},
                   {"duplicates", duplicates_json(report.duplicates)}};
  return whole.dump() + "\n";
}

}  // namespace ff::load
