#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "domain/cluster.h"
#include "domain/route.h"

namespace ff::render {

/// Header that every answer of the proxy carries; its value is the epoch.
inline constexpr const char* epoch_header = "X-FF-Epoch";

/// The whole configuration of the cluster's kind of proxy for a route. Its head tells that ff owns it, the
/// digest of the rest, the epoch and the route itself, so that `proxy_config_read` gets them back. Same
/// cluster and route, same text. Upstreams and listener must be IP addresses, and there is an upstream
/// exactly when the route serves.
[[nodiscard]] std::string proxy_config(const domain::Cluster& cluster, const domain::Route& route);

/// What a configuration that ff wrote says of itself.
struct OwnedConfig {
  std::string epoch;  ///< 16 hex digits: digest of the route and of everything rendered for it
  domain::Route route;

  bool operator==(const OwnedConfig&) const = default;
};

/// Epoch and route of a configuration that ff wrote and nobody changed since; nothing for any other. Every
/// kind of proxy has the same head.
[[nodiscard]] std::optional<OwnedConfig> proxy_config_read(std::string_view text);

/// Whether ff wrote the file once, even if somebody changed it since.
[[nodiscard]] bool proxy_config_was_ours(std::string_view text);

}  // namespace ff::render
