#include "domain/cluster.h"

#include <fmt/format.h>

#include <algorithm>

namespace ff::domain {

std::string text(const Endpoint& endpoint) {
  const bool is_ipv6 = endpoint.address.find(':') != std::string::npos;
  const std::string host = is_ipv6 ? "[" + endpoint.address + "]" : endpoint.address;
  return fmt::format("{}:{}", host, endpoint.port);
}

const Machine* Cluster::find(const MachineName& machine) const {
  const auto found = std::ranges::find(machines, machine, &Machine::name);
  return found == machines.end() ? nullptr : &*found;
}

Endpoint public_endpoint(const Cluster& cluster) {
  Endpoint endpoint = cluster.proxy.listen;
  const Machine* host = cluster.find(cluster.route_host);
  const bool all = endpoint.address == "0.0.0.0" || endpoint.address == "::";
  if (all && host != nullptr) endpoint.address = host->api;
  return endpoint;
}

}  // namespace ff::domain
