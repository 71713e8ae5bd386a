#include "app/tally.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "base/text.h"
#include "metrics/engine.h"

namespace ff::app {
namespace {

/// The proxy's page is asked for three times after its first answer, and counts that.
constexpr double own_requests = 3;
constexpr Milliseconds answer_deadline{2'000};

std::optional<std::string> page_of(const Scene& scene, const domain::Endpoint& endpoint, const char* path,
                                   const Limit& limit) {
  const Limit soon = {std::min(limit.deadline, scene.readers.clock->now() + answer_deadline), limit.stop};
  auto answer = scene.readers.http->send({"GET", endpoint, path, {}, {}}, soon);
  if (!answer || answer->status != 200) return std::nullopt;
  return std::move(answer->body);
}

std::optional<double> count_of_proxy(const Scene& scene, const Limit& limit) {
  const domain::Proxy& proxy = scene.declaration.cluster.proxy;
  if (proxy.driver != domain::Proxy::Driver::nginx) return std::nullopt;
  const auto page = page_of(scene, {"127.0.0.1", proxy.marker_port}, "/stub", limit);
  return page ? requests_in_stub(*page) : std::nullopt;
}

std::optional<double> count_of_copy(const Scene& scene, const domain::Endpoint& endpoint,
                                    const Limit& limit) {
  const auto page = page_of(scene, endpoint, "/metrics", limit);
  if (!page) return std::nullopt;
  const metrics::EngineFigures figures = metrics::engine_figures(*page);
  if (!figures.requests_finished || !figures.running || !figures.waiting) return std::nullopt;
  return *figures.requests_finished + *figures.running + *figures.waiting;
}

std::set<domain::Endpoint> all_endpoints(const domain::Declaration& declaration) {
  std::set<domain::Endpoint> endpoints;
  for (const domain::Profile& profile : declaration.profiles) {
    for (const domain::Instance& instance : domain::instances_of(declaration.cluster, profile))
      endpoints.insert(instance.endpoint);
  }
  return endpoints;
}

}  // namespace

std::optional<double> requests_in_stub(std::string_view page) {
  const std::vector<std::string> rows = lines(page);
  if (rows.size() < 3 || !rows[1].starts_with("server accepts handled requests")) return std::nullopt;
  const std::string_view last = trimmed(rows[2]);
  const std::string_view digits =
      last.substr(last.rfind(' ') == std::string_view::npos ? 0 : last.rfind(' ') + 1);
  double count = 0;
  const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
  return fault == std::errc() && end == digits.data() + digits.size() ? std::optional(count) : std::nullopt;
}

std::optional<Counts> count_requests(const Scene& scene, const Limit& limit) {
  Counts counts;
  counts.at = scene.readers.clock->now();
  const auto before = count_of_proxy(scene, limit);
  if (!before) return std::nullopt;
  for (const domain::Endpoint& endpoint : all_endpoints(scene.declaration)) {
    if (const auto count = count_of_copy(scene, endpoint, limit)) counts.copies[endpoint] = *count;
  }
  const auto after = count_of_proxy(scene, limit);
  if (!after) return std::nullopt;
  counts.proxy_before = *before;
  counts.proxy_after = *after;
  return counts;
}

std::optional<domain::Tally> tally_of(const Counts& before, const Counts& after) {
  domain::Tally tally;
  for (const auto& [endpoint, count] : after.copies) {
    const auto earlier = before.copies.find(endpoint);
    if (earlier == before.copies.end()) continue;
    if (count < earlier->second) return std::nullopt;
    tally.by_copies += static_cast<int>(count - earlier->second);
    ++tally.copies;
  }
  const double proxy = after.proxy_after - before.proxy_before - own_requests;
  if (tally.copies == 0 || proxy < 0) return std::nullopt;
  tally.by_proxy = static_cast<int>(proxy);
  tally.over = std::chrono::duration_cast<Milliseconds>(after.at - before.at);
  return tally;
}

}  // namespace ff::app
