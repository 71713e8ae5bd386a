#pragma once

#include "catch.hpp"
#include "render/proxy_config.h"
#include "tests/unit/adapters_proxy_support.h"

namespace ff::tests {

using domain::Route;
using Driver = domain::Proxy::Driver;
using std::chrono::seconds;

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The route host with a cluster on free ports of loopback and ff's adapter over it.
struct Proxy {
  RouteHost host;
  domain::Cluster cluster;
  SystemClock clock;
  LoopbackDialer dialer;
  adapters::http::CurlHttp http{dialer, clock};
  OverheardHttp overheard{http};
  adapters::proxy::Readers readers{host, host, overheard, clock};
  adapters::proxy::RealProxyReader reader{cluster, readers};
  adapters::proxy::RealProxyControl control{cluster, readers, {host, host, dialer}};

  explicit Proxy(Driver driver) : host(driver) {
    cluster.proxy.driver = driver;
    cluster.proxy.unit = UnitName(host.name() + ".service");
    cluster.proxy.runtime_socket = host.runtime_socket();
    cluster.machines = {{MachineName("box1"), "box1", "127.0.0.1", "127.0.0.1"}};
    cluster.route_host = MachineName("edge");
    cluster.proxy.listen = {"127.0.0.1", free_port()};
    cluster.proxy.marker_port = free_port();
    cluster.proxy.config = host.config();
  }
  bool missing() {
    if (host.reason().empty()) return false;
    WARN("skipped: " << host.reason());
    return true;
  }
  Limit limit(Milliseconds duration = seconds(60)) { return ports::within(clock, duration); }
  Status set(const Route& route) { return control.set_route(route, limit()); }
  Error refused(const Route& route) {
    const Status status = set(route);
    REQUIRE_FALSE(status);
    CHECK(status.error().where.machine == cluster.route_host);
    CHECK(status.error().where.unit == cluster.proxy.unit);
    return status.error();
  }
  domain::RouteView view() {
    const auto view = reader.route(limit());
    REQUIRE(view);
    return *view;
  }
  std::string epoch(const Route& route) {
    return render::proxy_config_read(render::proxy_config(cluster, route))->epoch;
  }
  ports::Response ask(const std::string& method = "GET", const std::string& body = "") {
    const auto response =
        http.send({method, cluster.proxy.listen, "/v1/chat/completions", {}, body}, limit());
    REQUIRE(response);
    return *response;
  }
};

inline Route maintenance(const std::string& message = "Back soon.") {
  return {Route::Kind::maintenance, {}, "maintenance", message, 45};
}

inline Route serving(const std::vector<std::uint16_t>& ports) {
  Route route = {Route::Kind::serving, {}, "replica", "", 60};
  for (const std::uint16_t port : ports) route.upstreams.push_back({{"127.0.0.1", port}, 8});
  return route;
}

}  // namespace ff::tests
