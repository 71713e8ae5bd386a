#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/ids.h"
#include "base/time.h"

namespace ff::domain {

/// An IP address and a TCP port. Never a host name: a proxy would resolve it once and keep it.
struct Endpoint {
  std::string address;
  std::uint16_t port = 0;

  auto operator<=>(const Endpoint&) const = default;
};

/// "10.77.0.11:8001", "[2001:db8::11]:8001".
[[nodiscard]] std::string text(const Endpoint& endpoint);

/// Anything that ff reaches: a box, the route host, or both in one.
struct Machine {
  MachineName name;
  std::string ssh;     ///< host alias for SSH, or "local" for the machine that ff runs on
  std::string api;     ///< IP address for proxy, clients and health checks
  std::string fabric;  ///< IP address for tensor-parallel traffic; empty on a machine that runs no model
  Bytes memory_reserve = gibibytes(8);  ///< what must stay free beside the model

  [[nodiscard]] bool is_box() const { return !fabric.empty(); }
  [[nodiscard]] bool is_local() const { return ssh == "local"; }
};

/// The proxy in front of the copies.
struct Proxy {
  enum class Driver { nginx, haproxy };
  Driver driver = Driver::nginx;
  Endpoint listen;                               ///< the public address that clients use
  std::string config = "/etc/nginx/nginx.conf";  ///< the file that ff owns, absolute, on the route host
  UnitName unit = UnitName("nginx.service");
  std::uint16_t marker_port = 9099;  ///< loopback listener on the route host that tells the epoch
  std::int64_t body_limit_mib = 64;
  Milliseconds read_timeout = std::chrono::hours(1);    ///< longest silence between two reads of an answer
  Milliseconds longest_stream = std::chrono::hours(2);  ///< old proxy workers are cut after this
  /// Where HAProxy takes commands while it runs, absolute, on the route host; nginx has no such thing.
  std::string runtime_socket = "/run/haproxy/ff.sock";
};

/// What one box has different from its profile's settings. An empty member leaves the profile's value.
struct Override {
  std::optional<double> gpu_memory_utilization;  ///< share of the box's whole memory, 0..1
  std::optional<int> max_num_seqs;
};

/// Whom a run tells what people should know of it.
struct Notify {
  /// Run on the machine of ff with the event on its standard input; empty for none.
  std::vector<std::string> command;
  Milliseconds timeout = std::chrono::seconds(10);  ///< after which it is ended; a run is never held up
};

/// cluster.toml as a value.
struct Cluster {
  std::string name;
  std::string file;          ///< where it was read from; empty when made in a test
  std::string ssh_config;    ///< absolute path given to `ssh -F`; empty for the user's own
  std::string api_key_file;  ///< absolute path on the machine ff runs on; empty when /v1 needs no key
  MachineName route_host;
  /// Gone back to where the profile before a run did not serve; empty for none.
  ProfileName fallback_profile;
  std::vector<std::string> monitors;  ///< IP addresses that may ask the copies without the proxy
  Notify notify;
  Proxy proxy;
  std::vector<Machine> machines;  ///< in the file's order
  std::map<std::pair<ProfileName, MachineName>, Override> overrides;

  /// The machine of that name, nullptr when there is none. Valid while the cluster lives.
  [[nodiscard]] const Machine* find(const MachineName& machine) const;
};

/// Where the public address is asked on the route host: the declared listener, or the host's api address when
/// it listens on all.
[[nodiscard]] Endpoint public_endpoint(const Cluster& cluster);

}  // namespace ff::domain
