#include "adapters/sim/nginx.h"

namespace ff::adapters::sim {
namespace {

/// Old workers go on answering for a moment after a reload.
constexpr Milliseconds reload_time{100};

Answer plain(int status, std::string body) {
  Answer answer;
  answer.response = {status, {}, std::move(body)};
  return answer;
}

}  // namespace

Nginx::Nginx(Timeline& timeline, Machine& machine, const domain::Cluster& cluster, Dial dial,
             const std::vector<domain::Endpoint>& strangers_way, std::function<void()> changed)
    : machine_(machine),
      cluster_(cluster),
      dial_(std::move(dial)),
      strangers_way_(strangers_way),
      changed_(std::move(changed)),
      marker_(*this),
      agenda_(timeline) {}

Nginx::~Nginx() {
  machine_.ports.erase(cluster_.proxy.listen.port);
  machine_.ports.erase(cluster_.proxy.marker_port);
}

void Nginx::begin() {
  machine_.ports[cluster_.proxy.listen.port] = this;
  read();
}

void Nginx::reload() {
  agenda_.after(reload_time, [this] { read(); });
}

void Nginx::read() {
  in_force_ = render::proxy_config_read(machine_.disk.file(cluster_.proxy.config).value_or(""));
  machine_.ports.erase(cluster_.proxy.marker_port);
  if (in_force_) machine_.ports[cluster_.proxy.marker_port] = &marker_;
  changed_();
}

std::optional<Answer> Nginx::pass_on(const std::vector<domain::Endpoint>& endpoints,
                                     const ports::Request& request) {
  for (const domain::Endpoint& endpoint : endpoints) {
    if (const auto listener = dial_(machine_.name, endpoint)) return (*listener)->answer(request);
  }
  return std::nullopt;
}

Answer Nginx::answer(const ports::Request& request) {
  const Answer nobody = plain(502, "no live upstreams");
  if (!in_force_ && strangers_way_.empty()) return plain(200, "a stranger's page");
  if (!in_force_) return pass_on(strangers_way_, request).value_or(nobody);
  Answer answer;
  if (in_force_->route.kind == domain::Route::Kind::maintenance) {
    answer = plain(503, "{\"error\":{\"message\":\"maintenance\"}}");
    answer.response.headers["retry-after"] = std::to_string(in_force_->route.retry_after_s);
  } else {
    std::vector<domain::Endpoint> endpoints;
    for (const domain::Upstream& upstream : in_force_->route.upstreams)
      endpoints.push_back(upstream.endpoint);
    answer = pass_on(endpoints, request).value_or(nobody);
  }
  answer.response.headers["x-ff-epoch"] = in_force_->epoch;
  return answer;
}

Answer Nginx::Marker::answer(const ports::Request&) {
  return plain(200, nginx_.in_force_ ? nginx_.in_force_->epoch + "\n" : "");
}

}  // namespace ff::adapters::sim
