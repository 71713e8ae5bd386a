#include "render/haproxy.h"

#include "catch.hpp"
#include "render/proxy_config.h"

namespace {

using namespace ff;
using domain::Route;
using render::proxy_config;
using render::proxy_config_read;

domain::Cluster cluster() {
  domain::Cluster cluster;
  cluster.route_host = MachineName("edge");
  cluster.proxy.driver = domain::Proxy::Driver::haproxy;
  cluster.proxy.listen = {"10.77.0.100", 8080};
  cluster.machines = {{MachineName("box1"), "box1", "10.77.0.11", "10.78.0.11"},
                      {MachineName("box2"), "box2", "10.77.0.12", "10.78.0.12"},
                      {MachineName("edge"), "edge", "10.77.0.100", ""}};
  return cluster;
}

Route serving() {
  return {Route::Kind::serving, {{{"10.77.0.11", 8001}, 12}, {{"10.77.0.12", 8001}, 8}}, "replica", "", 60};
}

Route split() {
  return {Route::Kind::serving, {{{"10.77.0.11", 8000}, 4}}, "split", "", 60};
}

Route maintenance(std::string message = "") {
  return {Route::Kind::maintenance, {}, "maintenance", std::move(message), 60};
}

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("haproxy: a server for each box, those of the route with their cap, the rest disabled") {
  const std::string both = proxy_config(cluster(), serving());
  CHECK(count(both, "    server box1 10.77.0.11:8001 maxconn 12\n") == 1);
  CHECK(count(both, "    server box2 10.77.0.12:8001 maxconn 8\n") == 1);
  const std::string one = proxy_config(cluster(), split());
  CHECK(count(one, "    server box1 10.77.0.11:8000 maxconn 4\n") == 1);
  CHECK(count(one, "    server box2 10.77.0.12:1 disabled\n") == 1);
  const std::string none = proxy_config(cluster(), maintenance());
  CHECK(count(none, " disabled\n") == 2);
  for (const char* never : {"server edge", "retry-on all", "server-state", "http-reuse always", "backup"})
    CHECK(count(both, never) == 0);
}

TEST_CASE("haproxy: epoch and route are read back, whatever a route holds") {
  std::string bytes;
  for (int c = 1; c < 256; ++c) bytes += static_cast<char>(c);
  Route six = serving();
  six.upstreams[0].endpoint.address = "fd00::11";
  six.state = "a | state\nwith more";
  for (const Route& route : {serving(), maintenance(), maintenance(bytes + std::string(5000, '%')), six}) {
    const std::string text = proxy_config(cluster(), route);
    const auto read = proxy_config_read(text);
    REQUIRE(read);
    CHECK(read->route == route);
    CHECK(count(text, "(/dev/null," + read->epoch + "|") == 2);
    CHECK(text == proxy_config(cluster(), route));
    std::size_t begin = 0;
    for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
      CHECK((end - begin < 2000 || text[begin] == '#'));
      begin = end + 1;
    }
  }
  CHECK(count(proxy_config(cluster(), six), "server _2 [fd00::11]:8001 maxconn 12\n") == 1);
}

TEST_CASE("haproxy: from route to route by commands, the copies that come first, those that leave last") {
  const auto flip = render::haproxy_flip(cluster(), proxy_config(cluster(), split()), serving());
  REQUIRE(flip);
  CHECK(flip->come ==
        "set server ff_model/box1 addr 10.77.0.11 port 8001;"
        "set server ff_questions/box1 addr 10.77.0.11 port 8001;"
        "set maxconn server ff_model/box1 12;set server ff_model/box1 state ready;"
        "set server ff_model/box1 health up;"
        "set server ff_model/box2 addr 10.77.0.12 port 8001;"
        "set server ff_questions/box2 addr 10.77.0.12 port 8001;"
        "set maxconn server ff_model/box2 8;set server ff_model/box2 state ready;"
        "set server ff_model/box2 health up");
  const std::string epoch = proxy_config_read(proxy_config(cluster(), serving()))->epoch;
  CHECK(flip->enter == "set map /dev/null route " + epoch + "|serving|60||replica");
  CHECK(flip->add == "add map /dev/null route " + epoch + "|serving|60||replica");
  CHECK(flip->leave.empty());

  const auto out = render::haproxy_flip(cluster(), proxy_config(cluster(), serving()), maintenance("a; b"));
  REQUIRE(out);
  CHECK(out->come.empty());
  CHECK(out->leave == "set server ff_model/box1 state maint;set server ff_model/box2 state maint");
  // A blank or a semicolon would end the entry.
  CHECK(out->enter.find_first_of("; ", std::string("set map /dev/null route ").size()) == std::string::npos);
}

TEST_CASE("haproxy: what is more than a route takes a reload") {
  const std::string before = proxy_config(cluster(), split());
  domain::Cluster longer = cluster();
  longer.proxy.read_timeout = std::chrono::hours(2);
  CHECK_FALSE(render::haproxy_flip(longer, before, serving()));
  domain::Cluster larger = cluster();
  larger.machines.push_back({MachineName("box3"), "box3", "10.77.0.13", "10.78.0.13"});
  CHECK_FALSE(render::haproxy_flip(larger, before, serving()));
  Route elsewhere = serving();
  elsewhere.upstreams[0].endpoint.address = "192.0.2.1";
  CHECK_FALSE(render::haproxy_flip(cluster(), before, elsewhere));
  CHECK_FALSE(render::haproxy_flip(cluster(), before + "\n", serving()));
  CHECK_FALSE(render::haproxy_flip(cluster(), "", serving()));
}
