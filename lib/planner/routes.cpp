#include "planner/routes.h"

#include <algorithm>

#include "words/clients.h"

namespace ff::planner {
namespace {

domain::Route maintenance(std::string message) {
  domain::Route route;
  route.state = "maintenance";
  route.message = std::move(message);
  return route;
}

}  // namespace

domain::Route serving_route(const ProfileName& state, const std::vector<domain::Instance>& instances) {
  domain::Route route;
  route.kind = domain::Route::Kind::serving;
  route.state = state.text();
  for (const domain::Instance& instance : instances)
    route.upstreams.push_back({instance.endpoint, instance.max_num_seqs});
  return route;
}

domain::Route nothing_serves_route(bool coming) {
  return maintenance(words::maintenance_message(coming));
}

domain::Route operator_route(const std::string& message, const domain::Notice& notice, WallTime now) {
  domain::Route route = maintenance(message);
  route.notice = notice;
  if (notice.until) {
    const auto left = std::chrono::ceil<std::chrono::seconds>(*notice.until - now).count();
    // Rendering keeps it within what clients honour.
    route.retry_after_s = static_cast<int>(std::clamp<std::int64_t>(left, 0, route.retry_after_s));
  }
  return route;
}

}  // namespace ff::planner
