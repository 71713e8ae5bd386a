#include "adapters/proxy/evidence.h"
#include "adapters/proxy/program.h"
#include "base/digest.h"
#include "tests/unit/adapters_proxy_host.h"

namespace {

using namespace ff;
using namespace ff::tests;

}  // namespace

TEST_CASE("proxy: from a stopped proxy to maintenance, to serving and back") {
  const auto driver = GENERATE(Driver::nginx, Driver::haproxy);
  Proxy proxy(driver);
  if (proxy.missing()) return;
  TinyServer engine([](int fd) { write_all(fd, (read_head(fd), answer(200, "token"))); });

  REQUIRE(proxy.set(maintenance("$host says 'no' \"; } é\n")));
  CHECK(proxy.host.starts == 1);
  auto view = proxy.view();
  CHECK(view.in_step());
  CHECK(view.unit_active);
  CHECK(view.fault.empty());
  CHECK(view.public_status == 503);
  const auto closed = proxy.ask("POST", std::string(2 << 20, 'x'));
  CHECK(closed.status == 503);
  CHECK(closed.headers.at("content-type") == "application/json");
  CHECK(closed.headers.at("retry-after") == "45");
  CHECK(closed.headers.at("cache-control") == "no-store");
  CHECK(closed.headers.at("x-ff-epoch") == view.epoch);
  CHECK(closed.body == R"({"error":{"message":"\u0024host says \u0027no\u0027 \u0022; } \u00e9\u000a",)"
                       R"("type":"service_unavailable","param":null,"code":"ff_maintenance"}})");

  REQUIRE(proxy.set(serving({engine.port()})));
  view = proxy.view();
  CHECK(view.in_step());
  CHECK(view.route == serving({engine.port()}));
  CHECK(view.public_epoch == proxy.epoch(serving({engine.port()})));
  CHECK(proxy.ask().body == "token");
  CHECK_FALSE(std::filesystem::exists(proxy.host.beside(".ff-new")));
  CHECK_FALSE(std::filesystem::exists(proxy.host.beside(".before-ff")));

  const int reloads = proxy.host.reloads;
  REQUIRE(proxy.set(serving({engine.port()})));
  CHECK(proxy.host.reloads == reloads);
  if (driver == Driver::nginx) CHECK(proxy.host.log().find("[warn]") == std::string::npos);
}

TEST_CASE("proxy: a dead copy and a slow one have error codes of their own") {
  const auto driver = GENERATE(Driver::nginx, Driver::haproxy);
  Proxy proxy(driver);
  if (proxy.missing()) return;
  proxy.cluster.proxy.read_timeout = seconds(1);
  TinyServer silent([](int fd) { peer_closed((read_head(fd), fd)); });
  proxy.cluster.proxy.body_limit_mib = 1;
  REQUIRE(proxy.set(serving({free_port()})));
  const auto dead = proxy.ask();
  CHECK(dead.status == 503);
  CHECK(has(dead.body, "\"code\":\"ff_upstream_unavailable\""));
  CHECK(dead.headers.at("retry-after") == "15");
  CHECK(dead.headers.at("x-ff-epoch") == proxy.view().epoch);
  const auto large = proxy.ask("POST", std::string((1 << 20) + 1, 'x'));
  CHECK(large.status == 413);
  CHECK(has(large.body, "\"code\":\"ff_request_too_large\""));

  REQUIRE(proxy.set(serving({silent.port()})));
  const auto late = proxy.ask();
  CHECK(late.status == 503);
  CHECK(has(late.body, "\"code\":\"ff_upstream_timeout\""));
}

TEST_CASE("proxy: a POST that a copy took and broke off is not given to another") {
  const auto driver = GENERATE(Driver::nginx, Driver::haproxy);
  Proxy proxy(driver);
  if (proxy.missing()) return;
  std::atomic<int> taken = 0;  // a check of HAProxy's is a connection without a request
  const auto break_off = [&](int fd) { taken += read_head(fd).starts_with("POST") ? 1 : 0; };
  TinyServer one(break_off);
  TinyServer two(break_off);
  REQUIRE(proxy.set(serving({one.port(), two.port()})));
  CHECK(proxy.ask("POST", "{}").status == 503);
  CHECK(taken == 1);

  TinyServer good([](int fd) { write_all(fd, (read_head(fd), answer(200, "token"))); });
  REQUIRE(proxy.set(serving({free_port(), good.port()})));
  for (int i = 0; i < 8; ++i) CHECK(proxy.ask("POST", "{}").body == "token");
}

TEST_CASE("proxy: a stream goes on over a change of the route") {
  const auto driver = GENERATE(Driver::nginx, Driver::haproxy);
  Proxy proxy(driver);
  if (proxy.missing()) return;
  std::atomic<bool> flipped = false;
  TinyServer engine([&](int fd) {
    const std::string head = read_head(fd);
    if (!has(head, "POST")) return write_all(fd, answer(200, "{}"));
    write_all(fd, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\ndata: one\n\n");
    eventually([&] { return flipped.load(); });
    write_all(fd, "data: [DONE]\n\n");
  });
  REQUIRE(proxy.set(serving({engine.port()})));
  Page seen("");
  std::thread client([&] {
    const auto sink = [&](std::string_view piece) { return seen.append(std::string(piece)), true; };
    CHECK(proxy.http.stream({"POST", proxy.cluster.proxy.listen, "/", {}, "{}"}, sink, proxy.limit()));
  });
  CHECK(eventually([&] { return seen.get() == "data: one\n\n"; }));
  CHECK(proxy.set(maintenance()));
  CHECK(proxy.ask().status == 503);
  flipped = true;
  client.join();
  CHECK(seen.get() == "data: one\n\ndata: [DONE]\n\n");
}

TEST_CASE("proxy: a configuration of another's is kept, even where its listener has to go first") {
  const auto driver = GENERATE(Driver::nginx, Driver::haproxy);
  Proxy proxy(driver);
  if (proxy.missing()) return;
  const std::string listen = std::to_string(proxy.cluster.proxy.listen.port);
  const std::string theirs =
      driver == Driver::nginx
          ? "pid /run/nginx.pid;\nevents {}\nhttp { server { listen " + listen + "; return 204; } }\n"
          : "defaults\n mode http\n timeout client 5s\nfrontend f\n bind :" + listen +
                "\n http-request return status 204\n";
  proxy.host.put(theirs);
  REQUIRE(proxy.host.start(proxy.cluster.proxy.unit, proxy.limit()));
  const auto view = proxy.view();
  CHECK_FALSE(view.owned);
  CHECK(view.public_status == 204);
  CHECK(has(view.fault, "is not ff's"));

  REQUIRE(proxy.set(maintenance()));
  CHECK(proxy.view().in_step());
  CHECK(slurp(proxy.host.beside(".before-ff")) == theirs);

  const std::string by_hand = proxy.host.text() + "# mine\n";
  proxy.host.put(by_hand);
  CHECK(has(proxy.view().fault, "was changed since ff wrote it"));
  REQUIRE(proxy.set(maintenance("Other words.")));
  CHECK(slurp(proxy.host.beside(".before-ff")) == theirs);
  CHECK(slurp(proxy.host.beside(".before-ff-" + digest_of(by_hand).text())) == by_hand);
}

TEST_CASE("proxy: what its own test refuses changes nothing") {
  const auto driver = GENERATE(Driver::nginx, Driver::haproxy);
  Proxy proxy(driver);
  if (proxy.missing()) return;
  REQUIRE(proxy.set(maintenance()));
  const std::string before = proxy.host.text();
  const int reloads = proxy.host.reloads;
  proxy.cluster.proxy.read_timeout = seconds(-5);
  const Error error = proxy.refused(serving({1}));
  CHECK(has(error.what, "nothing changed: " + proxy.host.name() + (driver == Driver::nginx ? " -t" : " -c")));
  REQUIRE_FALSE(error.evidence.empty());
  CHECK(has(error.evidence.front(), driver == Driver::nginx ? "[emerg]" : "[ALERT]"));
  CHECK(proxy.host.text() == before);
  CHECK(proxy.host.reloads == reloads);
  CHECK_FALSE(std::filesystem::exists(proxy.host.beside(".ff-new")));
}

TEST_CASE("proxy: a full disk changes nothing, at whichever write it is met") {
  const auto driver = GENERATE(Driver::nginx, Driver::haproxy);
  Proxy proxy(driver);
  if (proxy.missing()) return;
  REQUIRE(proxy.set(maintenance()));
  const std::string before = proxy.host.text();
  for (int writes = 0; writes < 2; ++writes) {
    proxy.host.writes_until_full = writes;
    const Error error = proxy.refused(serving({1}));
    CHECK(has(error.what, "nothing changed"));
    CHECK(has(error.what, "No space left"));
    CHECK(proxy.host.text() == before);
  }
  proxy.host.writes_until_full = 1000;
  CHECK(proxy.view().in_step());
}

TEST_CASE("proxy: a reload that does not take is found out and undone") {
  const auto driver = GENERATE(Driver::nginx, Driver::haproxy);
  Proxy proxy(driver);
  if (proxy.missing()) return;
  REQUIRE(proxy.set(maintenance()));
  const std::string before = proxy.host.text();
  proxy.host.reload_does_nothing = true;
  proxy.cluster.proxy.read_timeout = seconds(7);  // HAProxy reloads only for what is more than a route
  const Error error = proxy.refused(serving({1}));
  CHECK(has(error.what, "did not take the new route"));
  CHECK(has(error.what, "in force: maintenance as before"));
  CHECK(proxy.host.text() == before);
}

TEST_CASE("proxy: a stranger on the port is named, and what was in force stays") {
  const auto driver = GENERATE(Driver::nginx, Driver::haproxy);
  Proxy proxy(driver);
  if (proxy.missing()) return;
  REQUIRE(proxy.set(maintenance()));
  const std::string before = proxy.host.text();
  const auto port = proxy.cluster.proxy.listen.port;
  TinyServer stranger([](int fd) { write_all(fd, (read_head(fd), answer(200, "hello"))); });
  proxy.cluster.proxy.listen.port = stranger.port();
  const Error error = proxy.refused(maintenance());
  CHECK(has(error.what, "the port is held by "));
  CHECK(has(error.what, "(pid " + std::to_string(::getpid()) + ")"));
  // HAProxy says so to the journal, which is not here.
  const auto of_bind = [](const std::string& line) { return has(line, "bind() to"); };
  CHECK((driver == Driver::haproxy || std::ranges::any_of(error.evidence, of_bind)));
  CHECK(proxy.host.text() == before);
  proxy.cluster.proxy.listen.port = port;
  CHECK(proxy.view().in_step());
}

TEST_CASE("proxy: a marker that is right is not enough when clients meet a stranger") {
  const auto driver = GENERATE(Driver::nginx, Driver::haproxy);
  Proxy proxy(driver);
  if (proxy.missing()) return;
  REQUIRE(proxy.set(maintenance()));
  const std::string before = proxy.host.text();
  proxy.overheard.say = [&](const ports::Request& request, ports::Response& response) {
    if (request.endpoint == proxy.cluster.proxy.listen) response.headers.erase("x-ff-epoch");
  };
  const Error error = proxy.refused(serving({1}));
  CHECK(has(error.what, "without an epoch: not ff's proxy"));
  CHECK(proxy.host.text() == before);
}

TEST_CASE("proxy: a change is done only when the old epoch was not met for 300 ms") {
  const auto driver = GENERATE(Driver::nginx, Driver::haproxy);
  Proxy proxy(driver);
  if (proxy.missing()) return;
  REQUIRE(proxy.set(maintenance()));
  const std::string before = proxy.view().epoch;
  proxy.cluster.proxy.read_timeout = seconds(7);
  const std::string after = proxy.epoch(maintenance("Other words."));
  int met = 0;
  MonoTime last_old;
  proxy.overheard.say = [&](const ports::Request& request, ports::Response& response) {
    if (request.endpoint != proxy.cluster.proxy.listen) return;
    std::string& epoch = response.headers["x-ff-epoch"];
    // One old worker still answers after the first new one did.
    if (epoch == after && ++met == 3) epoch = before;
    if (epoch == before) last_old = proxy.clock.now();
  };
  REQUIRE(proxy.set(maintenance("Other words.")));
  CHECK(met > 3);
  CHECK(proxy.clock.now() - last_old >= Milliseconds(300));
}

TEST_CASE("proxy: a proxy that cannot start is stopped again, and no file stays") {
  const auto driver = GENERATE(Driver::nginx, Driver::haproxy);
  Proxy proxy(driver);
  if (proxy.missing()) return;
  TinyServer stranger([](int fd) { write_all(fd, (read_head(fd), answer(200, "hello"))); });
  proxy.cluster.proxy.listen.port = stranger.port();
  const Error error = proxy.refused(maintenance());
  CHECK(has(error.what, "the port is held by "));
  CHECK(has(error.what, "in force: nothing, " + proxy.cluster.proxy.unit.text() + " does not run"));
  CHECK_FALSE(std::filesystem::exists(proxy.host.config()));
  const auto view = proxy.view();
  CHECK_FALSE(view.unit_active);
  CHECK(view.answers);
  CHECK(has(view.fault, "without an epoch"));
}

TEST_CASE("proxy: a stop leaves the wait and undoes nothing") {
  const auto driver = GENERATE(Driver::nginx, Driver::haproxy);
  Proxy proxy(driver);
  if (proxy.missing()) return;
  REQUIRE(proxy.set(maintenance()));
  proxy.host.reload_does_nothing = true;
  const std::string before = proxy.host.text();
  proxy.cluster.proxy.read_timeout = seconds(7);
  std::stop_source stop;
  std::thread stopper([&] {
    eventually([&] { return proxy.host.text() != before; });
    stop.request_stop();
  });
  const Status status =
      proxy.control.set_route(serving({1}), ports::within(proxy.clock, seconds(60), stop.get_token()));
  stopper.join();
  REQUIRE_FALSE(status);
  CHECK(status.error().code == ErrorCode::cancelled);
  CHECK(proxy.host.text() == render::proxy_config(proxy.cluster, serving({1})));
}

TEST_CASE("proxy: holders of a port, as ss shows them") {
  const std::string ss =
      "LISTEN 0      511        127.0.0.1:8080      0.0.0.0:*    "
      "users:((\"nginx\",pid=12,fd=6),(\"nginx\",pid=11,fd=6))\n"
      "LISTEN 0      5            0.0.0.0:18080     0.0.0.0:*    users:((\"python3\",pid=77,fd=3))\n"
      "LISTEN 0      5               [::]:8080         [::]:*\n";
  const auto holders = adapters::proxy::holders_of(8080, ss);
  REQUIRE(holders.size() == 2);
  CHECK(holders[0].program == "nginx");
  CHECK(holders[0].pid == 12);
  CHECK(holders[1].program.empty());
  CHECK(adapters::proxy::holders_of(18080, ss).front().program == "python3");
  CHECK(adapters::proxy::complaints(adapters::proxy::program_of({}),
                                    "nginx: [warn] a\nnginx: [emerg] b\nok\n", true)
            .size() == 2);
  CHECK(adapters::proxy::complaints(adapters::proxy::program_of({}),
                                    "nginx: [warn] a\nnginx: [emerg] b\nok\n", false)
            .size() == 1);
}
