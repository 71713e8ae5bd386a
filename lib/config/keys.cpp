#include "config/keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "base/time.h"

namespace ff::config {
namespace {

using enum FileKind;
using enum KeyType;

constexpr bool needed = true;
constexpr bool optional = false;
constexpr std::int64_t second = 1000;
constexpr std::int64_t hour = 3600 * second;
constexpr std::int64_t mib = 1LL << 20;
constexpr std::int64_t tib = 1LL << 40;

// clang-format off
constexpr std::array table = {
  Key{cluster, "", "name", name, nullptr, needed, 0, 0, nullptr,
      "What people call this cluster."},
  Key{cluster, "", "route_host", name, nullptr, needed, 0, 0, nullptr,
      "The machine that runs the proxy; it may be a box, and then its reboot is an outage."},
  Key{cluster, "", "fallback_profile", name, nullptr, optional, 0, 0, nullptr,
      "The profile to go back to when a switch fails and none served before it."},
  Key{cluster, "", "ssh_config", path, nullptr, optional, 0, 0, nullptr,
      "OpenSSH configuration in place of the user's own; a relative path starts at this file's folder."},
  Key{cluster, "", "api_key_file", absolute_path, nullptr, optional, 0, 0, nullptr,
      "File on the machine that ff runs on whose first line is the key that /v1 asks for."},
  Key{cluster, "", "monitors", addresses, "[]", optional, 0, 0, nullptr,
      "Addresses that may ask the copies without the proxy: what scrapes their metrics, and the like."},

  Key{cluster, "machines.*", "ssh", ssh_alias, nullptr, needed, 0, 0, nullptr,
      "Host for SSH, or \"local\" for the machine that ff runs on."},
  Key{cluster, "machines.*", "api", address, nullptr, needed, 0, 0, nullptr,
      "IP address for the proxy, clients and health checks."},
  Key{cluster, "machines.*", "fabric", address, nullptr, optional, 0, 0, nullptr,
      "IP address for tensor-parallel traffic; a machine without it runs no model."},
  Key{cluster, "machines.*", "memory_reserve", size, "\"8 GiB\"", optional, 0, 16 * tib, nullptr,
      "Memory that has to stay free beside the model."},

  Key{cluster, "proxy", "driver", choice, "\"nginx\"", optional, 0, 0, "nginx|haproxy",
      "The kind of proxy. HAProxy changes its route without a reload, so that idle connections of clients stay."},
  Key{cluster, "proxy", "listen", endpoint, nullptr, needed, 0, 0, nullptr,
      "The public address that clients use."},
  Key{cluster, "proxy", "config", absolute_path, nullptr, optional, 0, 0, nullptr,
      "The proxy's configuration file on the route host. ff owns the whole of it. Left out, it is "
      "/etc/nginx/nginx.conf or /etc/haproxy/haproxy.cfg."},
  Key{cluster, "proxy", "unit", service, nullptr, optional, 0, 0, nullptr,
      "The proxy's systemd unit. Left out, it is nginx.service or haproxy.service."},
  Key{cluster, "proxy", "runtime_socket", absolute_path, "\"/run/haproxy/ff.sock\"", optional, 0, 0, nullptr,
      "Where HAProxy takes ff's commands while it runs: a socket on the route host, in a folder that is there. "
      "nginx has no use for it."},
  Key{cluster, "proxy", "marker_port", port, "9099", optional, 1, 65535, nullptr,
      "Port on the route host's loopback where the proxy tells which configuration it runs."},
  Key{cluster, "proxy", "body_limit", size, "\"64 MiB\"", optional, mib, tib, nullptr,
      "Largest request body that the proxy takes, in whole MiB."},
  Key{cluster, "proxy", "read_timeout", duration, "\"1h\"", optional, second, 24 * hour, nullptr,
      "Longest silence of a copy in the middle of an answer."},
  Key{cluster, "proxy", "longest_stream", duration, "\"2h\"", optional, second, 168 * hour, nullptr,
      "How long answers that began before a change of the route may go on."},

  Key{cluster, "notify", "command", words, "[]", optional, 0, 0, nullptr,
      "Run where ff runs when a run has started, its outage is over, it needs a hand, or it has ended, with the "
      "event as JSON on standard input and in FF_EVENT, FF_RUN and FF_TEXT; an absolute path, then words."},
  Key{cluster, "notify", "timeout", duration, "\"10s\"", optional, 100, hour, nullptr,
      "How long that command may take; then it is killed. No run waits for it or fails by it."},

  Key{cluster, "overrides.*.*", "gpu_memory_utilization", share, nullptr, optional, 0, 0, nullptr,
      "The profile's gpu_memory_utilization on this box."},
  Key{cluster, "overrides.*.*", "max_num_seqs", integer, nullptr, optional, 1, 4096, nullptr,
      "The profile's max_num_seqs on this box."},

  Key{profile, "", "boxes", names, nullptr, needed, 0, 0, nullptr,
      "The boxes that the profile runs on: the first boxes_per_instance make the first instance, and so on."},
  Key{profile, "", "boxes_per_instance", integer, "1", optional, 1, 1024, nullptr,
      "How many boxes one model server spans: 1 is a copy on each box, all of them is a split."},
  Key{profile, "", "launch", choice, "\"one-at-a-time\"", optional, 0, 0, "one-at-a-time|together",
      "Whether instances start one after the other, or together where nothing serves."},
  Key{profile, "", "expected_start", duration, nullptr, optional, second, 24 * hour, nullptr,
      "How long a start takes; used until one has been recorded."},
  Key{profile, "", "start_deadline", duration, "\"40m\"", optional, second, 24 * hour, nullptr,
      "A start that takes longer has failed."},
  Key{profile, "", "drain_timeout", duration, "\"30s\"", optional, 0, 24 * hour, nullptr,
      "How long requests under way may go on before their copy is stopped."},
  Key{profile, "", "token_deadline", duration, "\"30s\"", optional, 100, hour, nullptr,
      "How long a health check waits for the first token."},

  Key{profile, "model", "image", image, nullptr, needed, 0, 0, nullptr,
      "Container image, with tag or digest."},
  Key{profile, "model", "path", model_path, nullptr, needed, 0, 0, nullptr,
      "The model as `vllm serve` takes it: a folder on every box, or a hub name."},
  Key{profile, "model", "served_name", served_name, nullptr, needed, 0, 0, nullptr,
      "The name that clients ask for; the same in every profile."},

  Key{profile, "units", "leader", service, nullptr, needed, 0, 0, nullptr,
      "Unit of an instance's first box, which serves HTTP."},
  Key{profile, "units", "worker", service, nullptr, optional, 0, 0, nullptr,
      "Unit of its further boxes; needed exactly when boxes_per_instance is over 1."},
  Key{profile, "units", "port", port, nullptr, needed, 1, 65535, nullptr,
      "Port where a leader serves HTTP."},
  Key{profile, "units", "master_port", port, "29501", optional, 1, 65535, nullptr,
      "Port on the leader's fabric address where the ranks of an instance meet."},

  Key{profile, "settings", "gpu_memory_utilization", share, nullptr, needed, 0, 0, nullptr,
      "Share of the box's whole memory that vLLM claims."},
  Key{profile, "settings", "max_num_seqs", integer, nullptr, needed, 1, 4096, nullptr,
      "Requests that an instance runs at once."},
  Key{profile, "settings", "max_model_len", integer, nullptr, needed, 1, 100'000'000, nullptr,
      "Longest request, prompt and answer together, in tokens."},
  Key{profile, "settings", "shutdown_timeout", duration, "\"30s\"", optional, 0, hour, nullptr,
      "How long vLLM lets answers finish when it is told to stop, in whole seconds."},
  Key{profile, "settings", "extra_args", words, "[]", optional, 0, 0, nullptr,
      "Further words of vLLM's command line."},

  Key{profile, "watchdogs[]", "unit", unit, nullptr, needed, 0, 0, nullptr,
      "A unit that starts or restarts the profile's units by itself."},
  Key{profile, "watchdogs[]", "boxes", names, nullptr, needed, 0, 0, nullptr,
      "The machines that it is on."},
  Key{profile, "watchdogs[]", "arm", boolean, "false", optional, 0, 0, nullptr,
      "Whether it is enabled again when its profile serves."},
};
// clang-format on

/// A duration as it is written in a file.
std::string written(std::int64_t milliseconds) {
  if (milliseconds % hour == 0 && milliseconds > 0) return fmt::format("{}h", milliseconds / hour);
  if (milliseconds % second == 0) return fmt::format("{}s", milliseconds / second);
  return fmt::format("{}ms", milliseconds);
}

std::string written_size(std::int64_t bytes) {
  return bytes >= tib ? fmt::format("{} TiB", bytes / tib) : fmt::format("{} MiB", bytes / mib);
}

}  // namespace

std::string Key::path() const {
  const std::string folder = table;
  return folder.empty() ? name : folder + "." + name;
}

std::span<const Key> keys() {
  return table;
}

std::string allowed(const Key& key) {
  switch (key.type) {
    case name:
      return "a letter or digit, then at most 62 letters, digits, '_', '.' and '-'";
    case names:
      return "a list of machines' names, each once, such as [\"box1\", \"box2\"]";
    case ssh_alias:
      return "\"local\", or a host as ssh takes it: letters, digits and . _ - @ :, not beginning with '-'";
    case address:
      return "an IPv4 or IPv6 address of this machine alone, in figures, such as \"192.0.2.11\"";
    case addresses:
      return "a list of IPv4 or IPv6 addresses in figures, each once, such as [\"192.0.2.50\"]";
    case endpoint:
      return "\"IP:PORT\" or \"[IPv6]:PORT\", in figures, with a port from 1 to 65535";
    case absolute_path:
      return "an absolute path of letters, digits and / . _ - + = @ ,";
    case path:
      return "a path of letters, digits and / . _ - + = @ ,";
    case service:
      return "a systemd unit whose name ends in .service";
    case unit:
      return "a systemd unit with its suffix, such as \"old-watchdog.timer\"";
    case image:
      return "an image's name of letters, digits and . _ - / : @";
    case model_path:
      return "a path or hub name of letters, digits and / . _ - + = @ ,";
    case served_name:
      return "a name of letters, digits and . _ - / : @ +";
    case words:
      return "a list of words without white space, control characters and ' \\ ` $";
    case port:
    case integer:
      return fmt::format("a whole number from {} to {}", key.minimum, key.maximum);
    case share:
      return "a number over 0 and at most 1";
    case boolean:
      return "true or false";
    case duration:
      return fmt::format("a duration such as \"20m\", \"1m30s\" or \"500ms\", from {} to {}",
                         written(key.minimum), written(key.maximum));
    case size:
      return fmt::format("a size such as \"64 MiB\" or \"8 GiB\", from {} to {}", written_size(key.minimum),
                         written_size(key.maximum));
    case choice:
      return "\"" + joined(split(key.choices, '|'), "\" or \"") + "\"";
  }
  return {};
}

}  // namespace ff::config
