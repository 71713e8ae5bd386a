#include "tests/unit/config_texts.hpp"

namespace ff::config {
namespace {

using namespace texts;

TEST_CASE("a cluster comes with all that its file says", "[config]") {
  const auto parsed = parse_cluster(cluster, "here/cluster.toml");
  REQUIRE(parsed);
  CHECK(parsed->name == "test");
  CHECK(parsed->file == "here/cluster.toml");
  CHECK(parsed->ssh_config == "ssh_config");
  CHECK(parsed->api_key_file == "/etc/ff/key");
  CHECK(parsed->monitors == std::vector<std::string>{"192.0.2.50"});
  CHECK(parsed->route_host == MachineName("edge"));
  REQUIRE(parsed->machines.size() == 3);
  CHECK(parsed->machines[0].name == MachineName("box1"));
  CHECK(parsed->machines[0].ssh == "box1");
  CHECK(parsed->machines[0].api == "192.0.2.11");
  CHECK(parsed->machines[0].fabric == "198.51.100.11");
  CHECK(parsed->machines[0].memory_reserve == gibibytes(8));
  CHECK(parsed->machines[1].name == MachineName("box2"));
  CHECK_FALSE(parsed->machines[2].is_box());
  CHECK(parsed->proxy.listen == domain::Endpoint{"192.0.2.100", 8080});
  CHECK(parsed->proxy.config == "/etc/nginx/nginx.conf");
  CHECK(parsed->proxy.unit == UnitName("nginx.service"));
  CHECK(parsed->proxy.marker_port == 9099);
  CHECK(parsed->proxy.body_limit_mib == 64);
  CHECK(parsed->proxy.read_timeout == std::chrono::hours(1));
  CHECK(parsed->proxy.longest_stream == std::chrono::hours(2));
  CHECK(parsed->notify.command == std::vector<std::string>{"/usr/local/bin/tell", "operators"});
  CHECK(parsed->notify.timeout == std::chrono::seconds(20));
  const auto found = parsed->overrides.find({ProfileName("replica"), MachineName("box1")});
  REQUIRE(found != parsed->overrides.end());
  CHECK(found->second.gpu_memory_utilization == 0.74);
  CHECK(found->second.max_num_seqs == 8);
}

TEST_CASE("a cluster that says only what it must gets the domain's own defaults", "[config]") {
  const auto parsed = parse_cluster(R"(name = "least"
route_host = "box1"
[machines.box1]
ssh = "local"
api = "192.0.2.11"
[proxy]
listen = "192.0.2.11:80"
)",
                                    "cluster.toml");
  REQUIRE(parsed);
  const domain::Proxy defaults;
  CHECK(parsed->ssh_config.empty());
  CHECK(parsed->api_key_file.empty());
  CHECK(parsed->machines[0].is_local());
  CHECK(parsed->machines[0].memory_reserve == domain::Machine{}.memory_reserve);
  CHECK(parsed->proxy.driver == defaults.driver);
  CHECK(parsed->proxy.config == defaults.config);
  CHECK(parsed->proxy.unit == defaults.unit);
  CHECK(parsed->proxy.marker_port == defaults.marker_port);
  CHECK(parsed->proxy.body_limit_mib == defaults.body_limit_mib);
  CHECK(parsed->proxy.read_timeout == defaults.read_timeout);
  CHECK(parsed->proxy.longest_stream == defaults.longest_stream);
  CHECK(parsed->overrides.empty());
  CHECK(parsed->notify.command.empty());
  CHECK(parsed->notify.timeout == domain::Notify{}.timeout);
}

TEST_CASE("machines keep the order of their file, not that of their names", "[config]") {
  const auto parsed = parse_cluster(with(cluster, "[machines.box1]", "[machines.zeta]") + R"([machines.alpha]
ssh = "alpha"
api = "192.0.2.50"
)",
                                    "cluster.toml");
  const auto faults = faults_of(parsed);
  REQUIRE(faults.size() == 1);  // the override of box1
  CHECK(holds(faults[0],
              "overrides.replica.box1: there is no machine box1 (did you mean box2?); "
              "allowed: zeta, box2, edge, alpha"));
}

TEST_CASE("a route host that is no machine is told with the machines that there are", "[config]") {
  const auto faults = faults_of_cluster(with(cluster, R"(route_host = "edge")", R"(route_host = "egde")"));
  REQUIRE(faults.size() == 1);
  CHECK(faults[0] ==
        "cluster.toml:2:14: route_host: there is no machine egde (did you mean edge?); allowed: box1, box2, "
        "edge");
}

TEST_CASE("two machines with one SSH host are a fault", "[config]") {
  const auto faults = faults_of_cluster(with(cluster, R"(ssh = "box2")", R"(ssh = "box1")"));
  REQUIRE(faults.size() == 1);
  CHECK(begins(faults[0], "cluster.toml:13:7: machines.box2.ssh: \"box1\" is box1 already; allowed: "));
}

TEST_CASE("one address on two machines is a fault, as api or as fabric", "[config]") {
  for (const char* key : {"api = \"192.0.2.12\"", "fabric = \"198.51.100.12\""}) {
    for (const char* taken : {"192.0.2.11", "198.51.100.11"}) {
      const std::string name = std::string(key).substr(0, std::string(key).find(' '));
      const auto faults = faults_of_cluster(with(cluster, key, name + " = \"" + taken + "\""));
      INFO(name << " " << taken << "\n" << joined(faults, "\n"));
      REQUIRE(faults.size() == 1);
      CHECK(holds(faults[0], "machines.box2." + name + ": " + taken + " is an address of box1 already"));
    }
  }
}

TEST_CASE("one IPv6 address in two spellings is found to be one", "[config]") {
  const std::string first = with(cluster, "192.0.2.11", "2001:db8::b");
  const auto faults = faults_of_cluster(with(first, "192.0.2.12", "2001:0DB8:0:0::000B"));
  REQUIRE(faults.size() == 1);
  CHECK(holds(faults[0], "2001:db8::b is an address of box1 already"));
}

TEST_CASE("a machine may use one address for everything", "[config]") {
  CHECK(faults_of_cluster(with(cluster, "198.51.100.11", "192.0.2.11")).empty());
}

TEST_CASE("addresses are figures, never names, and never those of all machines", "[config]") {
  for (const char* address : {"box1", "localhost", "192.0.2", "192.0.2.256", "192.0.2.11/24", "192.0.2.11:80",
                              "::g", "fe80::1%eth0", "0.0.0.0", "::", "0300.0.2.11", " 192.0.2.11"}) {
    const auto faults =
        faults_of_cluster(with(cluster, "\"192.0.2.11\"", "\"" + std::string(address) + "\""));
    INFO(address << "\n" << joined(faults, "\n"));
    REQUIRE(faults.size() == 1);
    CHECK(begins(faults[0], "cluster.toml:9:7: machines.box1.api: "));
  }
}

TEST_CASE("the proxy listens on an address of the route host, on all of them, or on one that nobody has",
          "[config]") {
  for (const char* listen :
       {"192.0.2.100:80", "0.0.0.0:80", "[::]:80", "[2001:db8::1]:80", "192.0.2.200:80"}) {
    INFO(listen);
    CHECK(faults_of_cluster(with(cluster, "192.0.2.100:8080", listen)).empty());
  }
  const auto faults = faults_of_cluster(with(cluster, "192.0.2.100:8080", "192.0.2.12:8080"));
  REQUIRE(faults.size() == 1);
  CHECK(begins(faults[0],
               "cluster.toml:21:10: proxy.listen: 192.0.2.12 is an address of box2, but the proxy runs on "
               "edge; allowed: "));
}

TEST_CASE("an endpoint that is not one is a fault", "[config]") {
  for (const char* listen : {"192.0.2.100", ":8080", "192.0.2.100:", "192.0.2.100:0", "192.0.2.100:65536",
                             "192.0.2.100:80a", "192.0.2.100:-1", "2001:db8::1:80", "[192.0.2.100]:80",
                             "[]:80", "edge:80", "*:80", "192.0.2.100:99999999999999999999"}) {
    const auto faults = faults_of_cluster(with(cluster, "192.0.2.100:8080", listen));
    INFO(listen << "\n" << joined(faults, "\n"));
    REQUIRE(faults.size() == 1);
    CHECK(begins(faults[0], "cluster.toml:21:10: proxy.listen: "));
  }
}

TEST_CASE("the marker has a port of its own", "[config]") {
  const auto written = faults_of_cluster(with(cluster, "marker_port = 9099", "marker_port = 8080"));
  REQUIRE(written.size() == 1);
  CHECK(begins(written[0], "cluster.toml:24:15: proxy.marker_port: 8080 is the port of proxy.listen too"));
  const std::string without = with(cluster, "marker_port = 9099\n", "");
  const auto by_default = faults_of_cluster(with(without, "192.0.2.100:8080", "192.0.2.100:9099"));
  REQUIRE(by_default.size() == 1);
  CHECK(begins(by_default[0], "cluster.toml:21:10: proxy.marker_port: 9099"));
}

TEST_CASE("a body limit that is not in whole MiB is a fault", "[config]") {
  const auto faults = faults_of_cluster(with(cluster, "64 MiB", "1500 KiB"));
  REQUIRE(faults.size() == 1);
  CHECK(begins(faults[0], "cluster.toml:25:14: proxy.body_limit: is not in whole MiB"));
}

TEST_CASE("HAProxy has the distribution's file and unit, and what is nginx's is a fault", "[config]") {
  const std::string head = R"(name = "least"
route_host = "box1"
[machines.box1]
ssh = "local"
api = "192.0.2.11"
[proxy]
listen = "192.0.2.11:80"
)";
  const auto parsed = parse_cluster(head + "driver = \"haproxy\"\n", "cluster.toml");
  REQUIRE(parsed);
  CHECK(parsed->proxy.driver == domain::Proxy::Driver::haproxy);
  CHECK(parsed->proxy.config == "/etc/haproxy/haproxy.cfg");
  CHECK(parsed->proxy.unit == UnitName("haproxy.service"));
  CHECK(parsed->proxy.runtime_socket == domain::Proxy().runtime_socket);
  const auto own = parse_cluster(head +
                                     "driver = \"haproxy\"\nconfig = \"/etc/own.cfg\"\n"
                                     "unit = \"own.service\"\nruntime_socket = \"/run/own.sock\"\n",
                                 "cluster.toml");
  REQUIRE(own);
  CHECK(own->proxy.config == "/etc/own.cfg");
  CHECK(own->proxy.unit == UnitName("own.service"));
  CHECK(own->proxy.runtime_socket == "/run/own.sock");

  const auto left_over = faults_of_cluster(head +
                                           "driver = \"haproxy\"\nunit = \"nginx.service\"\n"
                                           "config = \"/etc/nginx/nginx.conf\"\n");
  REQUIRE(left_over.size() == 2);
  CHECK(begins(left_over[0],
               "cluster.toml:9:8: proxy.unit: nginx.service is the other proxy's; allowed: "
               "HAProxy's own"));
  CHECK(begins(left_over[1], "cluster.toml:10:10: proxy.config: /etc/nginx/nginx.conf is the other proxy's"));
}

TEST_CASE("an override of a box that is no machine is a fault", "[config]") {
  const auto faults = faults_of_cluster(with(cluster, "[overrides.replica.box1]", "[overrides.replica.bx1]"));
  REQUIRE(faults.size() == 1);
  CHECK(begins(faults[0],
               "cluster.toml:29:20: overrides.replica.bx1: there is no machine bx1 (did you mean box1?)"));
}

TEST_CASE("a machine's name outside the pattern is a fault at the name", "[config]") {
  for (const char* name :
       {"\"a b\"", "-a", "_a", "\"\"", "\"a/b\"", "\"a\\u0000\"", "\"a+b\"", "\"\u00e9\""}) {
    const auto faults =
        faults_of_cluster(with(cluster, "[machines.box2]", "[machines." + std::string(name) + "]"));
    INFO(name << "\n" << joined(faults, "\n"));
    REQUIRE(faults.size() == 1);
    CHECK(begins(faults[0], "cluster.toml:12:11: \""));
    CHECK(holds(faults[0], "is not a name; allowed: "));
  }
}

TEST_CASE("a name of 63 characters is allowed, one of 64 is not", "[config]") {
  const std::string longest(63, 'x');
  CHECK(faults_of_cluster(with(cluster, "[machines.box2]", "[machines." + longest + "]")).empty());
  CHECK(faults_of_cluster(with(cluster, "[machines.box2]", "[machines." + longest + "x]")).size() == 1);
}

TEST_CASE("a table that is something else is one fault", "[config]") {
  const auto faults =
      faults_of_cluster("name = \"x\"\nroute_host = \"a\"\nmachines = 3\nproxy = \"nginx\"\n");
  REQUIRE(faults.size() == 2);
  CHECK(faults[0] == "cluster.toml:3:12: machines: is a whole number; allowed: a table, [machines.NAME]");
  CHECK(faults[1] == "cluster.toml:4:9: proxy: is a string; allowed: a table, [proxy]");
}

TEST_CASE("a key in the wrong table is told where it belongs", "[config]") {
  const auto faults = faults_of_cluster(with(cluster, "[proxy]\n", "[proxy]\nssh = \"edge\"\n"));
  REQUIRE(faults.size() == 1);
  CHECK(holds(faults[0], "unknown key \"ssh\" in [proxy] (it belongs in [machines.*])"));
}

TEST_CASE("an ssh host that begins with a dash or holds a shell's signs is a fault", "[config]") {
  for (const char* host :
       {"-oProxyCommand=id", "box1;id", "$(id)", "a b", "a'b", "a\\\\b", "a|b", "a&b", "a/b"}) {
    const auto faults =
        faults_of_cluster(with(cluster, R"(ssh = "box1")", "ssh = \"" + std::string(host) + "\""));
    INFO(host << "\n" << joined(faults, "\n"));
    REQUIRE(faults.size() == 1);
    CHECK(begins(faults[0], "cluster.toml:8:7: machines.box1.ssh: "));
  }
  CHECK(faults_of_cluster(with(cluster, R"(ssh = "box1")", R"(ssh = "ops@box-1.example.org")")).empty());
}

}  // namespace
}  // namespace ff::config
