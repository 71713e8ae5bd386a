#include "adapters/sim/clients.h"

#include "adapters/sim/world.h"

namespace ff::adapters::sim {

void Clients::load(int requests, Milliseconds length) {
  requests_ = requests;
  length_ = length;
  loaded_.clear();
  look();
}

std::set<domain::Endpoint> Clients::routed() {
  std::set<domain::Endpoint> endpoints;
  const Nginx* nginx = world_.nginx();
  if (nginx == nullptr) return endpoints;
  const auto& in_force = nginx->in_force();
  if (!in_force) return {world_.strangers_way.begin(), world_.strangers_way.end()};
  for (const domain::Upstream& upstream : in_force->route.upstreams) endpoints.insert(upstream.endpoint);
  return endpoints;
}

int Clients::status() {
  const Nginx* nginx = world_.nginx();
  if (nginx == nullptr) return 0;
  const auto& in_force = nginx->in_force();
  if (!in_force && world_.strangers_way.empty()) return 200;
  if (in_force && in_force->route.kind == domain::Route::Kind::maintenance) return 503;
  int status = 502;
  for (const domain::Endpoint& endpoint : routed()) {
    const Engine* engine = world_.engine_at(endpoint);
    if (engine != nullptr && engine->serves()) return 200;
    if (engine != nullptr) status = 504;
  }
  return status;
}

void Clients::look() {
  spread();
  const int now = status();
  if (seen_.empty() || seen_.back().second != now) seen_.emplace_back(world_.time().now(), now);
}

/// Requests go evenly to what is routed; those of an endpoint that left the route end in their time.
void Clients::spread() {
  const auto endpoints = routed();
  for (const domain::Endpoint& endpoint : endpoints) {
    Engine* engine = world_.engine_at(endpoint);
    if (engine == nullptr || requests_ == 0) continue;
    engine->running = requests_ / static_cast<int>(endpoints.size());
    loaded_.insert(endpoint);
  }
  for (auto one = loaded_.begin(); one != loaded_.end();) {
    if (endpoints.contains(*one)) {
      ++one;
      continue;
    }
    world_.time().after(length_, [this, endpoint = *one] {
      Engine* engine = world_.engine_behind(endpoint);
      if (engine != nullptr && !routed().contains(endpoint)) engine->running = 0;
    });
    one = loaded_.erase(one);
  }
}

}  // namespace ff::adapters::sim
