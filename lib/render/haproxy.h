#pragma once

#include <optional>
#include <string>

#include "domain/cluster.h"
#include "domain/route.h"

namespace ff::render {

/// haproxy.cfg for a route, below its head; see `proxy_config`. It has a server for each box, named after it
/// and disabled unless the route holds it, so that one route becomes another while HAProxy runs: it reloads
/// only when the cluster itself has changed. What of the route is no server's state is one entry of a map
/// that no file holds, with the route of this text as its default.
[[nodiscard]] std::string haproxy_body(const domain::Cluster& cluster, const domain::Route& route,
                                       const std::string& epoch);

/// Commands that make a HAProxy which runs on one route run on another, each part one line for its runtime
/// socket, in this order. Each command answers with nothing, or with one of `is_content`'s lines.
struct RuntimeFlip {
  std::string come;   ///< servers of the new route
  std::string enter;  ///< the entry, when HAProxy has taken one since its start; else it answers `no_entry`
  std::string add;    ///< the entry, when it has not
  std::string leave;  ///< servers that the new route does not hold; may be empty
};
inline constexpr const char* no_entry = "entry not found";

/// Nothing when `before` is not what this cluster's own text says, or has other servers: then only a reload
/// does it. `before` is the whole text that HAProxy runs on.
[[nodiscard]] std::optional<RuntimeFlip> haproxy_flip(const domain::Cluster& cluster,
                                                      const std::string& before, const domain::Route& route);
/// Whether a line that a command answered with says that all is well.
[[nodiscard]] bool is_content(const std::string& line);

}  // namespace ff::render
