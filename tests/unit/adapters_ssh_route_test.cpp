#include "adapters/ssh/route.h"
#include "catch.hpp"

namespace {

using ff::adapters::ssh::Asker;
using ff::adapters::ssh::parse_dump;
using ff::adapters::ssh::Route;
using ff::adapters::ssh::Settings;

const Settings settings{ff::MachineName("box1"), "box1", "/etc/ff/ssh config", std::chrono::seconds(5)};
const Asker asker{"/home/op", "op", "runner", "/run/agent"};

Route route_of(const std::string& dump) {
  auto route = parse_dump("user root\nhostname 10.0.0.1\nport 22\n" + dump, settings, asker);
  REQUIRE(route);
  return *route;
}

}  // namespace

TEST_CASE("what ssh -G prints becomes a route", "[ssh]") {
  const Route route = route_of(
      "identityfile ~/.ssh/id_%r\nidentityfile /keys/%n\nidentitiesonly yes\n"
      "userknownhostsfile ~/.ssh/known_hosts ~/.ssh/known_hosts2\nglobalknownhostsfile "
      "/etc/ssh/ssh_known_hosts\n");
  CHECK(route.peer() == "10.0.0.1:22");
  CHECK(route.user == "root");
  CHECK(route.identity_files == std::vector<std::string>{"/home/op/.ssh/id_root", "/keys/box1"});
  CHECK(route.identities_only);
  CHECK(route.known_hosts_files == std::vector<std::string>{"/home/op/.ssh/known_hosts",
                                                            "/home/op/.ssh/known_hosts2",
                                                            "/etc/ssh/ssh_known_hosts"});
  CHECK(route.agent == "/run/agent");
  CHECK(route.proxy_command.empty());
}

TEST_CASE("the name in known_hosts is the alias, else the address with an unusual port", "[ssh]") {
  CHECK(route_of("").key_name == "10.0.0.1");
  CHECK(route_of("hostkeyalias box1\n").key_name == "box1");
  const auto other = parse_dump("user u\nhostname 10.0.0.1\nport 2222\n", settings, asker);
  REQUIRE(other);
  CHECK(other->key_name == "[10.0.0.1]:2222");
  const auto aliased = parse_dump("user u\nhostname 10.0.0.1\nport 2222\nhostkeyalias a\n", settings, asker);
  REQUIRE(aliased);
  CHECK(aliased->key_name == "a");
}

TEST_CASE("the key exchange is one that the configuration allows", "[ssh]") {
  CHECK(route_of("kexalgorithms curve25519-sha256,ecdh-sha2-nistp256\n").key_exchange ==
        "curve25519-sha256,ecdh-sha2-nistp256");
  CHECK(route_of("").key_exchange.empty());
}

TEST_CASE("an IPv6 address is told in brackets", "[ssh]") {
  const auto route = parse_dump("user u\nhostname fe80::1\nport 22\n", settings, asker);
  REQUIRE(route);
  CHECK(route->peer() == "[fe80::1]:22");
  CHECK(route->key_name == "fe80::1");
}

TEST_CASE("a proxy's command gets its tokens, none is none", "[ssh]") {
  CHECK(route_of("proxycommand nc -X 5 %h %p # 100%%\n").proxy_command == "nc -X 5 10.0.0.1 22 # 100%");
  CHECK(route_of("proxycommand none\n").proxy_command.empty());
}

TEST_CASE("a jump is run by ssh with the same configuration", "[ssh]") {
  CHECK(route_of("proxyjump jump\n").proxy_command ==
        "exec ssh -o BatchMode=yes -F '/etc/ff/ssh config' -W '[10.0.0.1]:22' ssh://jump");
  CHECK(route_of("proxyjump a,op@b:2222\n").proxy_command ==
        "exec ssh -o BatchMode=yes -F '/etc/ff/ssh config' -J a -W '[10.0.0.1]:22' ssh://op@b:2222");
}

TEST_CASE("the agent is the variable's, another one or none", "[ssh]") {
  CHECK(route_of("identityagent SSH_AUTH_SOCK\n").agent == "/run/agent");
  CHECK(route_of("identityagent none\n").agent.empty());
  CHECK(route_of("identityagent ~/agent\n").agent == "/home/op/agent");
}

TEST_CASE("a dump without an address or with a port that is none is bad input", "[ssh]") {
  const std::string dump =
      GENERATE(as<std::string>(), "", "user root\nport 22\n", "hostname a\n", "hostname a\nport x\n",
               "hostname a\nport 70000\n", "hostname a\nport 22x\n");
  const auto route = parse_dump(dump, settings, asker);
  REQUIRE_FALSE(route);
  CHECK(route.error().code == ff::ErrorCode::bad_input);
}
