#include "render/nginx.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <map>

#include "base/digest.h"
#include "base/text.h"
#include "render/quote.h"
#include "render/route_comment.h"

namespace ff::render {

namespace {

using domain::Cluster;
using domain::Route;
using Values = std::map<std::string, std::string>;

constexpr std::string_view owner_line =
    "# Rendered by ff, which owns this file: a change by hand is found, told and replaced.\n";
constexpr std::string_view digest_key = "# ff-digest: ";
constexpr std::string_view epoch_key = "# ff-epoch: ";

// No `daemon` and no `master_process`: the distribution's unit gives both on the command line.
constexpr std::string_view main_part = R"(user www-data;
pid /run/nginx.pid;
error_log /var/log/nginx/error.log warn;
worker_processes auto;
worker_rlimit_nofile 65536;
# Workers of the configuration before stay until their last stream has ended, at most this long.
worker_shutdown_timeout @longest_stream@;
events { worker_connections 8192; }

http {
    server_tokens off;
    log_format ff '$remote_addr [$time_iso8601] "$request" $status $body_bytes_sent '
                  '$request_time "$http_user_agent" upstream=$upstream_addr epoch=@epoch@';
    access_log /var/log/nginx/access.log ff;
)";

constexpr std::string_view upstream_part = R"(
    # No pooled connections to the copies: a request sent on one whose box has lost its power counts as sent,
    # so it could not move on to another copy, and would hang.
    upstream ff_model {
        zone ff_model 128k;                  # one count of connections for all workers
        least_conn;
@servers@    }
)";

constexpr std::string_view server_part = R"(
    server {
        listen @listen@;
        add_header @header@ "@epoch@" always;
        client_max_body_size @body_limit@m;
        client_body_buffer_size 1m;
        client_header_timeout 30s;
        client_body_timeout 60s;
        send_timeout 300s;
        keepalive_timeout 600s;              # agents think for minutes between two requests
        error_page 413 = @ff_too_large;
@location@
        location @ff_too_large {
            internal;
            default_type application/json;
            add_header @header@ "@epoch@" always;
            return 413 @too_large@;
        }
    }
)";

constexpr std::string_view serving_location = R"(
        location / {
            proxy_pass http://ff_model;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_hide_header @header@;
            proxy_buffering off;             # each token goes on at once
            proxy_request_buffering on;      # the body is whole before a copy is chosen
            proxy_connect_timeout 2s;        # bounds a box that drops packets
            proxy_send_timeout 60s;
            proxy_read_timeout @read_timeout@;
            proxy_next_upstream error timeout;   # a POST moves on only if a copy got none of it
            proxy_next_upstream_tries 2;
            proxy_next_upstream_timeout 5s;
            proxy_ignore_client_abort off;   # the client is gone: vLLM stops generating
            proxy_intercept_errors off;      # vLLM's own errors pass as they are
            error_page 413 = @ff_too_large;  # none of the server's is inherited beside these two
            error_page 502 = @ff_unavailable;
            error_page 504 = @ff_timeout;
        }
        location @ff_unavailable {
            internal;
            default_type application/json;
            add_header @header@ "@epoch@" always;
            add_header Retry-After 15 always;
            add_header Cache-Control no-store always;
            return 503 @unavailable@;
        }
        location @ff_timeout {
            internal;
            default_type application/json;
            add_header @header@ "@epoch@" always;
            add_header Retry-After 15 always;
            add_header Cache-Control no-store always;
            return 503 @timeout@;
        }
)";

constexpr std::string_view maintenance_location = R"(
        location / {
            default_type application/json;
            add_header @header@ "@epoch@" always;
            add_header Retry-After @retry_after@ always;
            add_header Cache-Control no-store always;
            return 503 @maintenance@;
        }
)";

// Its own listener: allow and deny do not guard a `return`, which runs before them.
constexpr std::string_view marker_part = R"(
    server {
        listen 127.0.0.1:@marker_port@;
        access_log off;
        location / { default_type text/plain; return 200 "@epoch@ @state@\n"; }
        location = /stub { stub_status; }
    }
}
)";

/// Puts the values in the place of their @names@ in one pass, so that a value is never looked into. A name
/// that has no value stays: nginx's own named locations begin with '@' too.
std::string filled(std::string_view pattern, const Values& values) {
  std::string out;
  for (std::size_t at = 0; at < pattern.size();) {
    const std::size_t end = pattern[at] == '@' ? pattern.find('@', at + 1) : std::string_view::npos;
    const auto found = end == std::string_view::npos
                           ? values.end()
                           : values.find(std::string(pattern.substr(at + 1, end - at - 1)));
    if (found == values.end()) {
      out += pattern[at++];
    } else {
      out += found->second;
      at = end + 1;
    }
  }
  return out;
}

/// An error in OpenAI's shape, as an argument of `return`.
std::string error_body(std::string_view message, std::string_view type, std::string_view code) {
  return nginx_quoted(fmt::format(R"({{"error":{{"message":{},"type":"{}","param":null,"code":"{}"}}}})",
                                  json_string(message), type, code));
}

/// A listener or an upstream. Never a name: nginx would resolve it once, or not start without it.
std::string socket_text(const domain::Endpoint& endpoint) {
  in6_addr ignored = {};
  assert(inet_pton(AF_INET, endpoint.address.c_str(), &ignored) == 1 ||
         inet_pton(AF_INET6, endpoint.address.c_str(), &ignored) == 1);
  return text(endpoint);
}

/// max_conns is left out on purpose: nginx has no queue, so a cap would turn the requests beyond it away,
/// while vLLM lets them wait.
std::string server_lines(const Route& route) {
  std::string out;
  for (const domain::Upstream& upstream : route.upstreams)
    out += fmt::format("        server {} max_fails=0;\n", socket_text(upstream.endpoint));
  return out;
}

std::string seconds(Milliseconds duration) {
  return fmt::format("{}s", std::chrono::ceil<std::chrono::seconds>(duration).count());
}

/// A word that cannot end the text it stands in.
std::string marker_word(const std::string& state) {
  std::string out = percent_encoded(state.substr(0, 64));
  std::ranges::replace(out, '%', '_');
  return out.empty() ? "-" : out;
}

Values values_of(const Cluster& cluster, const Route& route, const std::string& epoch) {
  const domain::Proxy& proxy = cluster.proxy;
  const std::string message =
      route.message.empty() ? "The model is being switched; retry shortly." : route.message;
  return {
      {"epoch", epoch},
      {"header", epoch_header},
      {"longest_stream", seconds(proxy.longest_stream)},
      {"read_timeout", seconds(proxy.read_timeout)},
      {"body_limit", std::to_string(proxy.body_limit_mib)},
      {"listen", socket_text(proxy.listen)},
      {"marker_port", std::to_string(proxy.marker_port)},
      {"state", marker_word(route.state)},
      {"servers", server_lines(route)},
      {"retry_after", std::to_string(std::clamp(route.retry_after_s, 15, 60))},
      {"maintenance", error_body(message, "service_unavailable", "ff_maintenance")},
      {"unavailable", error_body("The model's server is not there or broke off; retry shortly.",
                                 "service_unavailable", "ff_upstream_unavailable")},
      {"timeout", error_body("The model's server did not answer in time; retry shortly.",
                             "service_unavailable", "ff_upstream_timeout")},
      {"too_large", error_body(fmt::format("The request's body is over {} MiB.", proxy.body_limit_mib),
                               "invalid_request_error", "ff_request_too_large")},
  };
}

std::string body(const Cluster& cluster, const Route& route, const std::string& epoch) {
  Values values = values_of(cluster, route, epoch);
  const bool serving = route.kind == Route::Kind::serving;
  values["location"] = filled(serving ? serving_location : maintenance_location, values);
  return filled(main_part, values) + (serving ? filled(upstream_part, values) : "") +
         filled(server_part, values) + filled(marker_part, values);
}

}  // namespace

std::string nginx_config(const Cluster& cluster, const Route& route) {
  assert((route.kind == Route::Kind::serving) == !route.upstreams.empty());
  const std::string comment = route_comment(route);
  const std::string epoch = digest_of(comment + body(cluster, route, "")).text();
  const std::string rest =
      fmt::format("{}{}\n{}\n{}", epoch_key, epoch, comment, body(cluster, route, epoch));
  return fmt::format("{}{}{}\n{}", owner_line, digest_key, digest_of(rest).text(), rest);
}

bool nginx_config_was_ours(std::string_view text) {
  return text.starts_with(owner_line);
}

std::optional<OwnedConfig> nginx_config_read(std::string_view text) {
  if (!nginx_config_was_ours(text)) return std::nullopt;
  text.remove_prefix(owner_line.size());
  const std::size_t end = text.find('\n');
  if (!text.starts_with(digest_key) || end == std::string_view::npos) return std::nullopt;
  const std::string_view digest = text.substr(digest_key.size(), end - digest_key.size());
  const std::string_view rest = text.substr(end + 1);
  if (digest_of(rest).text() != digest || !rest.starts_with(epoch_key)) return std::nullopt;
  std::vector<std::string> rows = lines(rest);
  const std::string epoch = rows.front().substr(epoch_key.size());
  rows.erase(rows.begin());
  const std::optional<Route> route = route_in_comment(rows);
  if (!route) return std::nullopt;
  return OwnedConfig{epoch, *route};
}

}  // namespace ff::render
