#include <fmt/format.h>

#include <map>

#include "base/text.h"
#include "config/files.h"
#include "config/literal.h"
#include "config/suggest.h"

namespace ff::config {
namespace {

constexpr std::int64_t mib = 1LL << 20;

domain::Machine machine_of(const Values& values, const std::string& name) {
  const std::string path = "machines/" + name + "/";
  domain::Machine machine;
  machine.name = MachineName(name);
  machine.ssh = values.text(path + "ssh");
  machine.api = values.text(path + "api");
  machine.fabric = values.text(path + "fabric");
  machine.memory_reserve = values.size(path + "memory_reserve");
  return machine;
}

/// As the distribution has it.
domain::Proxy usual_proxy(domain::Proxy::Driver driver) {
  domain::Proxy proxy;
  if (driver == domain::Proxy::Driver::haproxy) {
    proxy.driver = driver;
    proxy.config = "/etc/haproxy/haproxy.cfg";
    proxy.unit = UnitName("haproxy.service");
  }
  return proxy;
}

domain::Proxy proxy_of(const Values& values) {
  domain::Proxy proxy = usual_proxy(values.text("proxy/driver") == "haproxy" ? domain::Proxy::Driver::haproxy
                                                                             : domain::Proxy::Driver::nginx);
  proxy.listen = {values.text("proxy/listen"), static_cast<std::uint16_t>(values.number("proxy/listen"))};
  if (values.given("proxy/config")) proxy.config = values.text("proxy/config");
  if (values.given("proxy/unit")) proxy.unit = UnitName(values.text("proxy/unit"));
  proxy.runtime_socket = values.text("proxy/runtime_socket");
  proxy.marker_port = static_cast<std::uint16_t>(values.number("proxy/marker_port"));
  proxy.body_limit_mib = values.number("proxy/body_limit") / mib;
  proxy.read_timeout = values.duration("proxy/read_timeout");
  proxy.longest_stream = values.duration("proxy/longest_stream");
  return proxy;
}

domain::Override override_of(const Values& values, const std::string& path) {
  domain::Override difference;
  if (const Value* share = values.find(path + "/gpu_memory_utilization")) {
    difference.gpu_memory_utilization = share->real;
  }
  if (const Value* seqs = values.find(path + "/max_num_seqs")) {
    difference.max_num_seqs = static_cast<int>(seqs->number);
  }
  return difference;
}

domain::Cluster cluster_of(const Values& values, const std::string& file) {
  domain::Cluster cluster;
  cluster.name = values.text("name");
  cluster.file = file;
  cluster.ssh_config = values.text("ssh_config");
  cluster.api_key_file = values.text("api_key_file");
  cluster.route_host = MachineName(values.text("route_host"));
  for (const Item& address : values.items("monitors")) cluster.monitors.push_back(address.text);
  cluster.fallback_profile = ProfileName(values.text("fallback_profile"));
  cluster.proxy = proxy_of(values);
  for (const Item& word : values.items("notify/command")) cluster.notify.command.push_back(word.text);
  if (const Value* timeout = values.find("notify/timeout")) {
    cluster.notify.timeout = Milliseconds(timeout->number);
  }
  for (const Item& name : values.tables("machines"))
    cluster.machines.push_back(machine_of(values, name.text));
  for (const Item& profile : values.tables("overrides")) {
    for (const Item& box : values.tables("overrides/" + profile.text)) {
      cluster.overrides[{ProfileName(profile.text), MachineName(box.text)}] =
          override_of(values, "overrides/" + profile.text + "/" + box.text);
    }
  }
  return cluster;
}

/// Each address and each SSH host belongs to one machine; a machine's own api and fabric may be one address.
void check_doubles(const Values& values, Report& report) {
  std::map<std::string, std::string> address_owner;
  std::map<std::string, std::string> host_owner;
  for (const Item& machine : values.tables("machines")) {
    const std::string path = "machines/" + machine.text + "/";
    for (const char* key : {"api", "fabric"}) {
      const std::string address = values.text(path + key);
      if (address.empty()) continue;
      const auto [owner, is_new] = address_owner.emplace(address, machine.text);
      if (is_new || owner->second == machine.text) continue;
      report.at_value(path + key,
                      fmt::format("machines.{}.{}: {} is an address of {} already; allowed: an address of "
                                  "this machine alone",
                                  machine.text, key, address, owner->second));
    }
    const std::string host = values.text(path + "ssh");
    if (host.empty()) continue;
    const auto [owner, is_new] = host_owner.emplace(host, machine.text);
    if (is_new) continue;
    report.at_value(path + "ssh",
                    fmt::format("machines.{}.ssh: \"{}\" is {} already; allowed: one table for one "
                                "machine (route_host may name a box)",
                                machine.text, host, owner->second));
  }
}

std::string unknown_machine(const Values& values, const std::string& path, const std::string& name) {
  std::vector<std::string> known;
  for (const Item& machine : values.tables("machines")) known.push_back(machine.text);
  return fmt::format("{}: there is no machine {}{}; allowed: {}", path, name, hint(name, known),
                     fmt::join(known, ", "));
}

void check_names(const Values& values, const domain::Cluster& cluster, Report& report) {
  if (values.tables("machines").empty()) {
    if (!values.faulty("machines"))
      report.at({1, 1}, "no machine is named; allowed: a table [machines.NAME] for each");
    return;
  }
  if (values.given("route_host") && cluster.find(cluster.route_host) == nullptr) {
    report.at_value("route_host", unknown_machine(values, "route_host", cluster.route_host.text()));
  }
  for (const Item& profile : values.tables("overrides")) {
    for (const Item& box : values.tables("overrides/" + profile.text)) {
      const std::string path = fmt::format("overrides.{}.{}", profile.text, box.text);
      if (cluster.find(MachineName(box.text)) == nullptr) {
        report.at(box.at, unknown_machine(values, path, box.text));
      }
    }
  }
}

/// What belongs to the other kind of proxy, as where only the driver was changed.
void check_driver(const Values& values, const domain::Proxy& proxy, Report& report) {
  const bool haproxy = proxy.driver == domain::Proxy::Driver::haproxy;
  const domain::Proxy other =
      usual_proxy(haproxy ? domain::Proxy::Driver::nginx : domain::Proxy::Driver::haproxy);
  const char* mine = haproxy ? "HAProxy" : "nginx";
  const auto refuse = [&](const char* key, const std::string& text) {
    report.at_value(
        std::string("proxy/") + key,
        fmt::format("proxy.{}: {} is the other proxy's; allowed: {}'s own, or left out", key, text, mine));
  };
  if (values.given("proxy/config") && proxy.config == other.config) refuse("config", other.config);
  if (values.given("proxy/unit") && proxy.unit == other.unit) refuse("unit", other.unit.text());
}

void check_proxy(const Values& values, const domain::Cluster& cluster, Report& report) {
  const domain::Proxy& proxy = cluster.proxy;
  check_driver(values, proxy, report);
  if (values.given("proxy/listen") && proxy.listen.port == proxy.marker_port) {
    report.at_value(
        values.given("proxy/marker_port") ? "proxy/marker_port" : "proxy/listen",
        fmt::format("proxy.marker_port: {} is the port of proxy.listen too; allowed: a port of its own",
                    proxy.marker_port));
  }
  for (const domain::Machine& machine : cluster.machines) {
    const bool can_tell = cluster.find(cluster.route_host) != nullptr && !proxy.listen.address.empty();
    if (!can_tell || machine.name == cluster.route_host) continue;
    if (proxy.listen.address != machine.api && proxy.listen.address != machine.fabric) continue;
    report.at_value("proxy/listen",
                    fmt::format("proxy.listen: {} is an address of {}, but the proxy runs on {}; "
                                "allowed: an address of the route host",
                                proxy.listen.address, machine.name.text(), cluster.route_host.text()));
  }
  if (values.given("proxy/body_limit") && values.number("proxy/body_limit") % mib != 0) {
    report.at_value("proxy/body_limit", "proxy.body_limit: is not in whole MiB; allowed: such as \"64 MiB\"");
  }
}

/// It is run by ff itself, with what root's environment calls a path.
void check_notify(const Values& values, Report& report) {
  const std::vector<Item> words = values.items("notify/command");
  if (words.empty() || is_well_formed(KeyType::absolute_path, words.front().text)) return;
  report.at(words.front().at,
            fmt::format("notify.command: \"{}\" is no program's path; allowed: first an absolute "
                        "path, then words for it",
                        printable(words.front().text, 80)));
}

}  // namespace

std::optional<ClusterFile> read_cluster(std::string_view text, const std::string& file,
                                        std::vector<Fault>& faults) {
  const auto tree = tree_of(text, file);
  if (!tree) {
    faults.push_back(tree.error());
    return std::nullopt;
  }
  ClusterFile read{file, values_of(FileKind::cluster, *tree, file, faults), {}};
  read.cluster = cluster_of(read.values, file);
  Report report(file, read.values, faults);
  check_doubles(read.values, report);
  check_names(read.values, read.cluster, report);
  check_proxy(read.values, read.cluster, report);
  check_notify(read.values, report);
  return read;
}

}  // namespace ff::config
