#include "render/nginx.h"

#include <fmt/format.h>

#include <map>

#include "render/answers.h"
#include "render/proxy_config.h"
#include "render/quote.h"

namespace ff::render {

namespace {

using domain::Cluster;
using domain::Route;
using Values = std::map<std::string, std::string>;

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

/// max_conns is left out on purpose: nginx has no queue, so a cap would turn the requests beyond it away,
/// while vLLM lets them wait.
std::string server_lines(const Route& route) {
  std::string out;
  for (const domain::Upstream& upstream : route.upstreams)
    out += fmt::format("        server {} max_fails=0;\n", socket_text(upstream.endpoint));
  return out;
}

Values values_of(const Cluster& cluster, const Route& route, const std::string& epoch) {
  const domain::Proxy& proxy = cluster.proxy;
  const Answers answers = answers_of(proxy, route, 1500);
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
      {"retry_after", retry_after(route)},
      {"maintenance", nginx_quoted(answers.maintenance)},
      {"unavailable", nginx_quoted(answers.unavailable)},
      {"timeout", nginx_quoted(answers.timed_out)},
      {"too_large", nginx_quoted(answers.too_large)},
  };
}

}  // namespace

std::string nginx_body(const Cluster& cluster, const Route& route, const std::string& epoch) {
  Values values = values_of(cluster, route, epoch);
  const bool serving = route.kind == Route::Kind::serving;
  values["location"] = filled(serving ? serving_location : maintenance_location, values);
  return filled(main_part, values) + (serving ? filled(upstream_part, values) : "") +
         filled(server_part, values) + filled(marker_part, values);
}

}  // namespace ff::render
