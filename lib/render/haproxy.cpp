#include "render/haproxy.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "base/base64.h"
#include "base/text.h"
#include "render/answers.h"
#include "render/proxy_config.h"

namespace ff::render {

namespace {

using domain::Cluster;
using domain::Route;
using Values = std::map<std::string, std::string>;

/// HAProxy takes no line over 2048 bytes, and the message stands in one in base64.
constexpr std::size_t message_max = 1000;

constexpr std::string_view global_part = R"(global
    user haproxy
    group haproxy
    chroot /var/lib/haproxy
    log /dev/log local0
    maxconn 8192
    stats socket @runtime_socket@ user root group root mode 600 level admin expose-fd listeners
    # Processes of the configuration before stay until their last stream has ended, at most this long.
    hard-stop-after @longest_stream@

defaults
    mode http
    timeout connect 2s                   # bounds a box that drops packets
    timeout client @read_timeout@
    timeout server @read_timeout@
    timeout queue 10m                    # for a slot of a copy; OpenAI's client gives up then
    timeout http-request 30s
    timeout http-keep-alive 600s         # agents think for minutes between two requests
    timeout client-fin 30s
    timeout check 2s
    option http-no-delay                 # each token goes on at once
    option abortonclose                  # who has left waits for no slot
    # No pooled connections to the copies: a request sent on one whose box has lost its power counts as sent,
    # so it could not move on to another copy, and would hang.
    option http-server-close
    option redispatch 1
    retries 2
    retry-on conn-failure                # a POST moves on only if a copy got none of it
    http-error status 502 content-type application/json hdr Retry-After 15 hdr Cache-Control no-store string '@unavailable@'
    http-error status 503 content-type application/json hdr Retry-After 15 hdr Cache-Control no-store string '@unavailable@'
    http-error status 504 content-type application/json hdr Retry-After 15 hdr Cache-Control no-store string '@timed_out@'
)";

// The map has no file, so that nothing can disagree with this one: epoch, kind, Retry-After, body and state
// of the route in force. A server's own 502 or 504 passes as it is; HAProxy's become a 503, as retries want
// it.
constexpr std::string_view public_part = R"(
frontend ff_public
    bind @listen@
    log global
    log-format "%ci [%t] %{+Q}r %ST %B %Ta server=%s epoch=%[var(txn.ff_epoch)]"
    option forwardfor
    http-request set-var(txn.ff_route) str(route),map(/dev/null,@entry@)
    http-request set-var(txn.ff_epoch) var(txn.ff_route),field(1,|)
    http-request return status 503 content-type application/json hdr Retry-After %[var(txn.ff_route),field(3,|)] hdr Cache-Control no-store lf-string %[var(txn.ff_route),field(4,|),b64dec] if { var(txn.ff_route),field(2,|) -m str maintenance }
    http-request return status 413 content-type application/json string '@too_large@' if { req.body_size gt @body_limit@ }
    http-response set-var(txn.ff_of_copy) bool(true)
    http-after-response set-status 503 if { status 502 504 } !{ var(txn.ff_of_copy) -m bool }
    http-after-response set-header @header@ %[var(txn.ff_epoch)]
    use_backend ff_model if METH_POST
    default_backend ff_questions
)";

constexpr std::string_view marker_part = R"(
frontend ff_marker
    bind 127.0.0.1:@marker_port@
    http-request set-var(txn.ff_route) str(route),map(/dev/null,@entry@)
    http-request return status 200 content-type text/plain lf-string "%[var(txn.ff_route),field(1,|)] %[var(txn.ff_route),field(5,|)]\n"
)";

// The check is a connection, no request: an engine that is busy for seconds is no reason to take it out, a
// port that nobody listens on is one. vLLM opens its port when the model is loaded.
constexpr std::string_view backend_part = R"(
backend ff_model
    balance leastconn
    default-server check inter 1s fastinter 200ms downinter 500ms rise 1 fall 3
@servers@
# What is no work for the model takes no slot from it.
backend ff_questions
    balance leastconn
@trackers@)";

/// A server of the configuration. One that the route does not hold has a port that nobody asks.
struct Slot {
  std::string name;
  domain::Endpoint endpoint;
  bool routed = false;
  int cap = 0;
};

/// One for each box, as the route has it, then one for each upstream that is on no box of the cluster. No
/// machine's name begins with '_'.
std::vector<Slot> slots_of(const Cluster& cluster, const Route& route) {
  std::vector<Slot> slots;
  for (const domain::Machine& machine : cluster.machines) {
    if (machine.is_box()) slots.push_back({machine.name.text(), {machine.api, 1}, false, 0});
  }
  const auto boxes = static_cast<std::ptrdiff_t>(slots.size());
  for (const domain::Upstream& upstream : route.upstreams) {
    const auto box = std::find_if(slots.begin(), slots.begin() + boxes, [&](const Slot& slot) {
      return !slot.routed && slot.endpoint.address == upstream.endpoint.address;
    });
    if (box != slots.begin() + boxes) {
      *box = {box->name, upstream.endpoint, true, upstream.cap};
    } else {
      slots.push_back({fmt::format("_{}", slots.size()), upstream.endpoint, true, upstream.cap});
    }
  }
  return slots;
}

std::string server_lines(const std::vector<Slot>& slots) {
  std::string out;
  for (const Slot& slot : slots) {
    out += fmt::format("    server {} {}{}\n", slot.name, socket_text(slot.endpoint),
                       slot.routed ? fmt::format(" maxconn {}", slot.cap) : " disabled");
  }
  return out;
}

std::string tracker_lines(const std::vector<Slot>& slots) {
  std::string out;
  for (const Slot& slot : slots) {
    out +=
        fmt::format("    server {} {} track ff_model/{}\n", slot.name, socket_text(slot.endpoint), slot.name);
  }
  return out;
}

/// Letters that neither the configuration nor the runtime socket takes for anything else.
std::string entry_of(const Cluster& cluster, const Route& route, const std::string& epoch) {
  const bool serving = route.kind == Route::Kind::serving;
  return fmt::format("{}|{}|{}|{}|{}", epoch, serving ? "serving" : "maintenance", retry_after(route),
                     serving ? "" : to_base64(answers_of(cluster.proxy, route, message_max).maintenance),
                     marker_word(route.state));
}

Values values_of(const Cluster& cluster, const Route& route, const std::string& epoch) {
  const domain::Proxy& proxy = cluster.proxy;
  const Answers answers = answers_of(proxy, route, message_max);
  const std::vector<Slot> slots = slots_of(cluster, route);
  return {
      {"header", epoch_header},
      {"entry", entry_of(cluster, route, epoch)},
      {"runtime_socket", proxy.runtime_socket},
      {"longest_stream", seconds(proxy.longest_stream)},
      {"read_timeout", seconds(proxy.read_timeout)},
      {"body_limit", std::to_string(proxy.body_limit_mib << 20)},
      {"listen", socket_text(proxy.listen)},
      {"marker_port", std::to_string(proxy.marker_port)},
      {"servers", server_lines(slots)},
      {"trackers", tracker_lines(slots)},
      {"unavailable", answers.unavailable},
      {"timed_out", answers.timed_out},
      {"too_large", answers.too_large},
  };
}

void add(std::string& line, const std::string& command) {
  line += (line.empty() ? "" : ";") + command;
}

std::string coming(const std::vector<Slot>& slots) {
  std::string line;
  for (const Slot& slot : slots) {
    if (!slot.routed) continue;
    for (const char* backend : {"ff_model", "ff_questions"}) {
      add(line, fmt::format("set server {}/{} addr {} port {}", backend, slot.name, slot.endpoint.address,
                            slot.endpoint.port));
    }
    add(line, fmt::format("set maxconn server ff_model/{} {}", slot.name, slot.cap));
    add(line, fmt::format("set server ff_model/{} state ready", slot.name));
    // It has passed the ladder: no check of HAProxy's own is waited for.
    add(line, fmt::format("set server ff_model/{} health up", slot.name));
  }
  return line;
}

std::string leaving(const std::vector<Slot>& slots) {
  std::string line;
  for (const Slot& slot : slots) {
    if (!slot.routed) add(line, fmt::format("set server ff_model/{} state maint", slot.name));
  }
  return line;
}

}  // namespace

std::string haproxy_body(const Cluster& cluster, const Route& route, const std::string& epoch) {
  const Values values = values_of(cluster, route, epoch);
  return filled(global_part, values) + filled(public_part, values) + filled(marker_part, values) +
         filled(backend_part, values);
}

std::optional<RuntimeFlip> haproxy_flip(const Cluster& cluster, const std::string& before,
                                        const Route& route) {
  const auto owned = proxy_config_read(before);
  if (!owned || proxy_config(cluster, owned->route) != before) return std::nullopt;
  const std::vector<Slot> slots = slots_of(cluster, route);
  if (!std::ranges::equal(slots_of(cluster, owned->route), slots, {}, &Slot::name, &Slot::name))
    return std::nullopt;
  const auto next = proxy_config_read(proxy_config(cluster, route));
  const std::string entry = "map /dev/null route " + entry_of(cluster, route, next->epoch);
  return RuntimeFlip{coming(slots), "set " + entry, "add " + entry, leaving(slots)};
}

bool is_content(const std::string& line) {
  const std::string_view words = trimmed(line);
  return words.empty() || words.starts_with("no need to change") || words.starts_with("IP changed") ||
         words.starts_with("port changed");
}

}  // namespace ff::render
