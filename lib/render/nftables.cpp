#include "render/nftables.h"

#include <fmt/format.h>

#include <vector>

#include "base/address.h"
#include "base/digest.h"
#include "base/text.h"

namespace ff::render {
namespace {

constexpr const char* head =
    R"(# Rendered by ff: only the proxy, monitors and this box itself reach the ports on which copies serve here.
# `ff firewall off` takes it away. Without ff: systemctl disable --now ff-firewall.service
)";

std::string joined_ports(const std::set<std::uint16_t>& ports) {
  std::vector<std::string> words;
  for (const std::uint16_t port : ports) words.push_back(std::to_string(port));
  return joined(words, ", ");
}

/// The line that lets addresses of one family in; nothing without any.
std::string admission(const std::string& ports, const char* family,
                      const std::vector<std::string>& addresses) {
  if (addresses.empty()) return {};
  return fmt::format("        tcp dport {{ {} }} {} saddr {{ {} }} accept\n", ports, family,
                     joined(addresses, ", "));
}

std::string comment_of(std::string_view chain) {
  return "ff " + digest_of(chain).text();
}

}  // namespace

std::set<std::uint16_t> ports_on(const domain::Declaration& declaration, const MachineName& box) {
  std::set<std::uint16_t> ports;
  for (const domain::Profile& profile : declaration.profiles) {
    for (const domain::Instance& instance : domain::instances_of(declaration.cluster, profile)) {
      if (instance.leader().box == box) ports.insert(instance.endpoint.port);
    }
  }
  return ports;
}

std::set<std::string> proxy_addresses(const domain::Cluster& cluster) {
  std::set<std::string> addresses = {domain::public_endpoint(cluster).address};
  if (const domain::Machine* host = cluster.find(cluster.route_host)) {
    addresses.insert(host->api);
    if (!host->fabric.empty()) addresses.insert(host->fabric);
  }
  return addresses;
}

std::string firewall_rules(const domain::Declaration& declaration, const MachineName& box) {
  const std::string ports = joined_ports(ports_on(declaration, box));
  if (ports.empty()) return {};
  std::set<std::string> admitted = proxy_addresses(declaration.cluster);
  admitted.insert(declaration.cluster.monitors.begin(), declaration.cluster.monitors.end());
  std::vector<std::string> four;
  std::vector<std::string> six;
  for (const std::string& address : admitted)
    (address.find(':') == std::string::npos ? four : six).push_back(address_of(address).value_or(address));
  // Every packet is judged by itself, so that connections from before are reset as well.
  const std::string chain = "        type filter hook input priority filter; policy accept;\n" +
                            fmt::format("        tcp dport {{ {} }} iif lo accept\n", ports) +
                            admission(ports, "ip", four) + admission(ports, "ip6", six) +
                            fmt::format("        tcp dport {{ {} }} reject with tcp reset\n", ports);
  return fmt::format(
      "{0}table inet {1}\ndelete table inet {1}\ntable inet {1} {{\n    comment \"{2}\"\n"
      "    chain input {{\n{3}    }}\n}}\n",
      head, firewall_table, comment_of(chain), chain);
}

bool lists_rules(std::string_view listing, const std::string& rules) {
  constexpr std::string_view key = "comment \"ff ";
  const std::size_t at = rules.find(key);
  if (at == std::string::npos) return false;
  return listing.find(rules.substr(at, rules.find('\n', at) - at)) != std::string_view::npos;
}

std::string firewall_unit() {
  return fmt::format(R"(# Rendered by ff; `ff firewall off` takes it away.
[Unit]
Description=Only the proxy and monitors reach the model's ports (ff firewall)
DefaultDependencies=no
Wants=network-pre.target
Before=network-pre.target shutdown.target
Conflicts=shutdown.target
# nftables.service begins with a flush of all tables: this one comes after it, and comes again with it.
After=nftables.service
PartOf=nftables.service
ReloadPropagatedFrom=nftables.service

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/usr/sbin/nft -f {0}
ExecReload=/usr/sbin/nft -f {0}
ExecStop=-/usr/sbin/nft delete table inet {1}

[Install]
WantedBy=sysinit.target
)",
                     firewall_file, firewall_table);
}

}  // namespace ff::render
