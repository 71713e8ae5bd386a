#include "render/proxy_config.h"

#include <fmt/format.h>

#include <cassert>

#include "base/digest.h"
#include "base/text.h"
#include "render/haproxy.h"
#include "render/nginx.h"
#include "render/route_comment.h"

namespace ff::render {

namespace {

using domain::Cluster;
using domain::Route;

constexpr std::string_view owner_line =
    "# Rendered by ff, which owns this file: a change by hand is found, told and replaced.\n";
constexpr std::string_view digest_key = "# ff-digest: ";
constexpr std::string_view epoch_key = "# ff-epoch: ";

std::string body(const Cluster& cluster, const Route& route, const std::string& epoch) {
  return cluster.proxy.driver == domain::Proxy::Driver::haproxy ? haproxy_body(cluster, route, epoch)
                                                                : nginx_body(cluster, route, epoch);
}

}  // namespace

std::string proxy_config(const Cluster& cluster, const Route& route) {
  assert((route.kind == Route::Kind::serving) == !route.upstreams.empty());
  const std::string comment = route_comment(route);
  const std::string epoch = digest_of(comment + body(cluster, route, "")).text();
  const std::string rest =
      fmt::format("{}{}\n{}\n{}", epoch_key, epoch, comment, body(cluster, route, epoch));
  return fmt::format("{}{}{}\n{}", owner_line, digest_key, digest_of(rest).text(), rest);
}

bool proxy_config_was_ours(std::string_view text) {
  return text.starts_with(owner_line);
}

std::optional<OwnedConfig> proxy_config_read(std::string_view text) {
  if (!proxy_config_was_ours(text)) return std::nullopt;
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
