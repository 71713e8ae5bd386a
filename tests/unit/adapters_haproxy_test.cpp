#include "tests/unit/adapters_proxy_host.h"

namespace {

using namespace ff;
using namespace ff::tests;

}  // namespace

TEST_CASE("proxy: HAProxy takes a route without a reload, and one that it cannot take so with one") {
  Proxy proxy(Driver::haproxy);
  if (proxy.missing()) return;
  TinyServer one([](int fd) { write_all(fd, (read_head(fd), answer(200, "one"))); });
  TinyServer two([](int fd) { write_all(fd, (read_head(fd), answer(200, "two"))); });
  REQUIRE(proxy.set(serving({one.port()})));
  const int reloads = proxy.host.reloads;
  REQUIRE(proxy.set(serving({two.port()})));
  CHECK(proxy.ask("POST", "{}").body == "two");
  CHECK(proxy.ask().body == "two");
  REQUIRE(proxy.set(maintenance("A \"word\"; <b> | $x %[y] \\ é and an end.")));
  CHECK(has(proxy.ask("POST", "{}").body, "A \\u0022word\\u0022; <b> | "));
  REQUIRE(proxy.set(serving({one.port()})));
  CHECK(proxy.ask("POST", "{}").body == "one");
  CHECK(proxy.host.reloads == reloads);
  CHECK(proxy.view().in_step());

  // Two on one box is more than the servers that are there.
  REQUIRE(proxy.set(serving({one.port(), two.port()})));
  CHECK(proxy.host.reloads == reloads + 1);
  std::filesystem::remove(proxy.host.runtime_socket());
  REQUIRE(proxy.set(serving({two.port(), one.port()})));
  CHECK(proxy.host.reloads == reloads + 2);
  CHECK(proxy.view().in_step());
}

TEST_CASE("proxy: HAProxy lets requests beyond a copy's cap wait, and asks past them") {
  Proxy proxy(Driver::haproxy);
  if (proxy.missing()) return;
  std::atomic<bool> go = false;
  std::atomic<int> at_once = 0;
  TinyServer engine([&](int fd) {
    if (!read_head(fd).starts_with("POST")) return write_all(fd, answer(200, "{}"));
    ++at_once;
    eventually([&] { return go.load(); });
    write_all(fd, answer(200, "token"));
  });
  Route route = serving({engine.port()});
  route.upstreams[0].cap = 2;
  REQUIRE(proxy.set(route));
  std::vector<std::thread> clients;
  std::atomic<int> served = 0;
  for (int i = 0; i < 5; ++i)
    clients.emplace_back([&] { served += proxy.ask("POST", "{}").body == "token" ? 1 : 0; });
  CHECK(eventually([&] { return at_once == 2; }));
  CHECK(proxy.view().public_status == 200);
  CHECK(at_once == 2);
  go = true;
  for (std::thread& client : clients) client.join();
  CHECK(served == 5);
}
