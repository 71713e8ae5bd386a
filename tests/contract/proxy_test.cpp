#include <algorithm>
#include <atomic>
#include <thread>

#include "adapters/host/shell_host_reader.h"
#include "adapters/http/curl_http.h"
#include "adapters/proxy/proxy.h"
#include "adapters/systemd/systemd_control.h"
#include "adapters/systemd/systemd_reader.h"
#include "base/text.h"
#include "catch.hpp"
#include "lease_lab.hpp"
#include "probe/ladder.h"
#include "render/proxy_config.h"

namespace {

using namespace ff;
using namespace ff::tests;
using namespace std::chrono_literals;
using domain::Route;
using Driver = domain::Proxy::Driver;

/// One kind of proxy as the distribution has it.
struct Kind {
  domain::Proxy::Driver driver;
  std::string name;
  std::string file;
  std::string cannot_bind;  ///< what it says of a port that another program holds
};

const Kind& kind_of(domain::Proxy::Driver driver) {
  static const Kind nginx = {domain::Proxy::Driver::nginx, "nginx", "nginx.conf",
                             "bind() to 10.77.0.100:8081"};
  static const Kind haproxy = {domain::Proxy::Driver::haproxy, "haproxy", "haproxy.cfg",
                               "cannot bind socket (Address already in use) for [10.77.0.100:8081]"};
  return driver == domain::Proxy::Driver::nginx ? nginx : haproxy;
}

// The proxy as the lab's operator left it, whatever a test did to it, and the other one at rest; its first
// configuration is kept aside.
std::string set_up(const Kind& kind) {
  return "name=" + kind.name + " file=" + kind.file + R"SH(
umount /etc/nginx /etc/haproxy 2>/dev/null
systemctl stop nginx.service haproxy.service 'ffc-stranger-*' 2>/dev/null
cd /etc/$name
[ -e /root/$file ] || cp $file /root/$file
rm -rf $file.* /etc/systemd/system/$name.service.d; cp /root/$file $file
systemctl daemon-reload
systemctl reset-failed $name.service; systemctl start $name.service && echo set up
)SH";
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The lab's route host with its lock held, and ff's parts as a run has them.
struct Edge {
  const Kind& kind;
  MachineName name{"edge"};
  Run run{"edge", "edge", lab_file("ssh_config")};
  std::unique_ptr<ports::Lease> lease;
  domain::Cluster cluster;
  adapters::systemd::SystemdReader units{run.dialer, name};
  adapters::systemd::SystemdControl unit_control{run.dialer, name};
  adapters::host::ShellHostReader host{run.dialer, name};
  adapters::http::CurlHttp http{run.dialer, run.clock};
  adapters::proxy::Readers readers{host, units, http, run.clock};
  adapters::proxy::RealProxyReader reader{cluster, readers};
  adapters::proxy::RealProxyControl control{cluster, readers, {run.host(), unit_control, run.dialer}};

  explicit Edge(domain::Proxy::Driver driver) : kind(kind_of(driver)) {
    cluster.route_host = name;
    cluster.machines = {{MachineName("box1"), "box1", "10.77.0.11", "10.78.0.11"}};
    cluster.proxy.driver = driver;
    cluster.proxy.listen = {"10.77.0.100", 8080};
    cluster.proxy.config = file();
    cluster.proxy.unit = UnitName(kind.name + ".service");
    REQUIRE(on_box("edge", set_up(kind)).text == "set up\n");
    auto taken = run.take("0000aaaa", 20s);
    INFO((taken ? "" : taken.error().what));
    REQUIRE(taken);
    lease = *std::move(taken);
  }
  [[nodiscard]] std::string file() const { return "/etc/" + kind.name + "/" + kind.file; }
  std::string text() const { return on_box("edge", "cat " + file()).text; }
  Status set(const Route& route) {
    Status status = control.set_route(route, run.within(60s));
    if (!status) UNSCOPED_INFO(status.error().what << "\n" << joined(status.error().evidence, "\n"));
    return status;
  }
  Error refused(const Route& route) {
    const Status status = set(route);
    REQUIRE_FALSE(status);
    return status.error();
  }
  domain::RouteView view() {
    const auto view = reader.route(run.within(20s));
    REQUIRE(view);
    return *view;
  }
};

Route maintenance(const std::string& message = "Back soon.") {
  return {Route::Kind::maintenance, {}, "maintenance", message, 30};
}
Route split() {
  return {Route::Kind::serving, {{{"10.77.0.11", 8000}, 12}}, "split", "", 60};
}

/// "STATUS EPOCH" of one request of a client on the controller.
std::string asked() {
  const Said said = lab({"ctl", "curl", "-s", "-m", "10", "-o", "/dev/null", "-w",
                         "%{http_code} %header{x-ff-epoch}", "http://10.77.0.100:8080/v1/models"});
  return said.text;
}

}  // namespace

#define FF_LAB_ONLY()                                       \
  if (!on_lab()) {                                          \
    WARN("skipped: FF_WORLD=lab and FF_LAB are not given"); \
    return;                                                 \
  }

TEST_CASE("proxy on the lab: from a foreign configuration to maintenance, to the split and back") {
  FF_LAB_ONLY()
  const auto driver = GENERATE(Driver::nginx, Driver::haproxy);
  Edge edge(driver);
  const std::string theirs = edge.text();
  CHECK_FALSE(edge.view().owned);

  REQUIRE(edge.set(maintenance()));
  CHECK(edge.view().in_step());
  CHECK(asked() == "503 " + edge.view().epoch);
  CHECK(on_box("edge", "cat " + edge.file() + ".before-ff").text == theirs);
  CHECK(on_box("edge", "systemctl is-active " + edge.kind.name + ".service").text == "active\n");

  REQUIRE(edge.set(split()));
  CHECK(asked() == "200 " + edge.view().epoch);
  const auto view = edge.view();
  CHECK(view.route == split());
  CHECK(view.fault.empty());
  CHECK(on_box("edge", "cat " + edge.file() + ".before-ff").text == theirs);

  // The unit by itself, as after a reboot, comes up with the same.
  REQUIRE(on_box("edge", "systemctl restart " + edge.kind.name + ".service").status == 0);
  CHECK(edge.view().in_step());
  if (driver == Driver::nginx)
    CHECK_FALSE(has(on_box("edge", "cat /var/log/nginx/error.log").text, "[warn]"));
}

TEST_CASE("proxy on the lab: once a change is done, no request meets the route before") {
  FF_LAB_ONLY()
  const auto driver = GENERATE(Driver::nginx, Driver::haproxy);
  Edge edge(driver);
  REQUIRE(edge.set(split()));
  for (int i = 0; i < 10; ++i) {
    const bool even = i % 2 == 0;
    REQUIRE(edge.set(even ? maintenance() : split()));
    const std::string epoch = edge.view().epoch;
    const Said said =
        lab({"ctl", "bash", "-c",
             "for i in $(seq 40); do curl -s -m 10 -o /dev/null -w '%{http_code} %header{x-ff-epoch}\\n' "
             "http://10.77.0.100:8080/v1/models; done | sort | uniq -c"});
    CHECK(trimmed(said.text) == "40 " + std::string(even ? "503 " : "200 ") + epoch);
  }
}

TEST_CASE("proxy on the lab: a port taken by a stranger is named while test and reload are content") {
  FF_LAB_ONLY()
  const auto driver = GENERATE(Driver::nginx, Driver::haproxy);
  Edge edge(driver);
  REQUIRE(edge.set(maintenance()));
  const std::string before = edge.text();
  REQUIRE(on_box("edge",
                 "systemd-run -q --unit=ffc-stranger-1 systemd-socket-activate --accept --inetd -l "
                 "10.77.0.100:8081 cat")
              .status == 0);
  edge.cluster.proxy.listen.port = 8081;
  const Error error = edge.refused(split());
  CHECK(has(error.what, "the port is held by systemd"));
  INFO(joined(error.evidence, "\n"));
  CHECK(std::ranges::any_of(error.evidence,
                            [&](const std::string& line) { return has(line, edge.kind.cannot_bind); }));
  CHECK(edge.text() == before);
  edge.cluster.proxy.listen.port = 8080;
  CHECK(edge.view().in_step());
  CHECK(asked() == "503 " + edge.view().epoch);
}

TEST_CASE("proxy on the lab: a unit that cannot start, and one that reloads nothing") {
  FF_LAB_ONLY()
  const auto driver = GENERATE(Driver::nginx, Driver::haproxy);
  Edge edge(driver);
  REQUIRE(edge.set(maintenance()));
  REQUIRE(on_box("edge", "systemctl stop " + edge.kind.name +
                             ".service; systemd-run -q --unit=ffc-stranger-2 "
                             "systemd-socket-activate --accept --inetd -l 10.77.0.100:8080 cat")
              .status == 0);
  const Error failed = edge.refused(split());
  CHECK(has(failed.what, "the port is held by systemd"));
  CHECK(has(failed.what, "in force: nothing, " + edge.kind.name + ".service does not run"));

  REQUIRE(on_box("edge", "systemctl stop ffc-stranger-2.service").status == 0);
  REQUIRE(edge.set(split()));
  CHECK(edge.view().in_step());

  REQUIRE(on_box("edge",
                 "mkdir -p /etc/systemd/system/" + edge.kind.name +
                     ".service.d && cd $_ && "
                     "printf '[Service]\\nExecReload=\\nExecReload=/bin/true\\n' >reload.conf && systemctl "
                     "daemon-reload")
              .status == 0);
  // HAProxy reloads only for what its runtime socket cannot change.
  edge.cluster.proxy.read_timeout = 2h;
  const Error stale = edge.refused(maintenance());
  CHECK(has(stale.what, "in force: serving as before"));
  CHECK(edge.view().in_step());
  CHECK(edge.view().route == split());
}

TEST_CASE("proxy on the lab: its own test refuses, the disk is full: nothing changed") {
  FF_LAB_ONLY()
  const auto driver = GENERATE(Driver::nginx, Driver::haproxy);
  Edge edge(driver);
  REQUIRE(edge.set(split()));
  const std::string before = edge.text();
  edge.cluster.proxy.read_timeout = -5s;
  const Error broken = edge.refused(split());
  CHECK(has(broken.what, "nothing changed: " + edge.kind.name + " -"));
  const std::string grave = driver == Driver::nginx ? "[emerg]" : "[ALERT]";
  CHECK(std::ranges::any_of(broken.evidence, [&](const std::string& line) { return has(line, grave); }));
  edge.cluster.proxy.read_timeout = 1h;

  const std::string folder = "/etc/" + edge.kind.name;
  REQUIRE(on_box("edge", "cp -a " + folder + " /root/kept && mount -t tmpfs -o size=20k none " + folder +
                             " && cp /root/kept/" + edge.kind.file + " " + folder +
                             "/ && head -c 20000 /dev/zero >" + folder + "/fill 2>/dev/null; test -s " +
                             edge.file())
              .status == 0);
  const Error full = edge.refused(maintenance());
  CHECK(has(full.what, "nothing changed"));
  CHECK(edge.text() == before);
  CHECK(edge.view().in_step());
  CHECK(on_box("edge", "umount " + folder + "; rm -rf /root/kept").status == 0);
}

TEST_CASE("proxy on the lab: HAProxy changes its route without a reload, and a reload agrees") {
  FF_LAB_ONLY()
  Edge edge(Driver::haproxy);
  REQUIRE(edge.set(split()));
  const std::string worker = "systemctl show -P MainPID haproxy.service | xargs pgrep -P";
  const std::string before = on_box("edge", worker).text;
  for (const char* message : {"Back soon.", "A \"word\"; <b> | $x %[y] \\ and an end."}) {
    REQUIRE(edge.set(maintenance(message)));
    CHECK(edge.view().in_step());
    CHECK(asked() == "503 " + edge.view().epoch);
    REQUIRE(edge.set(split()));
    CHECK(asked() == "200 " + edge.view().epoch);
  }
  CHECK(on_box("edge", worker).text == before);

  REQUIRE(on_box("edge", "systemctl reload haproxy.service").status == 0);
  CHECK(edge.view().in_step());
  // Somebody's hand on its socket: what it does is not what is written, and the next change reloads.
  const std::string spoiled =
      "perl -MIO::Socket::UNIX -e '$s = IO::Socket::UNIX->new(Peer => \"/run/haproxy/ff.sock\"); "
      "print $s \"add map /dev/null route 0123456789abcdef|serving|60||x\\n\"; print while <$s>;'";
  REQUIRE(on_box("edge", spoiled).status == 0);
  CHECK_FALSE(edge.view().in_step());
  REQUIRE(edge.set(maintenance()));
  CHECK(edge.view().in_step());
  CHECK(on_box("edge", worker).text != before);
}

TEST_CASE("proxy on the lab: HAProxy whose runtime socket nobody can reach reloads") {
  FF_LAB_ONLY()
  Edge edge(Driver::haproxy);
  REQUIRE(edge.set(split()));
  REQUIRE(on_box("edge", "mv /run/haproxy/ff.sock /run/haproxy/elsewhere").status == 0);
  REQUIRE(edge.set(maintenance()));
  CHECK(edge.view().in_step());
  CHECK(asked() == "503 " + edge.view().epoch);
}

TEST_CASE("ladder on the lab: a token from the split, dialled from the route host") {
  FF_LAB_ONLY()
  Edge edge(Driver::nginx);
  const domain::Instance instance = {InstanceName("box1"),
                                     ProfileName("split"),
                                     {{MachineName("box1"), UnitName("ff-split-leader.service"), 0}},
                                     {"10.77.0.11", 8000},
                                     [&] {
                                       const Said said =
                                           lab({"ctl", "curl", "-s", "http://10.77.0.11:8000/v1/models"});
                                       const std::size_t at = said.text.find("\"id\":\"");
                                       return said.text.substr(at + 6, said.text.find('"', at + 6) - at - 6);
                                     }(),
                                     12};
  domain::UnitState active;
  active.active = domain::ActiveState::active;
  const auto climb = [&](std::optional<Milliseconds> token_deadline) {
    return probe::climb(instance, {active}, {edge.http, edge.run.clock}, token_deadline,
                        edge.run.within(60s));
  };
  const auto full = climb(30s);
  INFO(full.evidence);
  CHECK(full.rung == domain::Rung::token);
  CHECK(full.running.has_value());
  CHECK(full.waiting.has_value());
  CHECK(full.kv_usage.has_value());
  CHECK(full.generation_tokens.has_value());
  CHECK(climb(std::nullopt).rung == domain::Rung::model_named);
}
