#pragma once

#include <string>

#include "domain/cluster.h"
#include "domain/route.h"

namespace ff::render {

/// nginx.conf for a route, below its head; see `proxy_config`.
[[nodiscard]] std::string nginx_body(const domain::Cluster& cluster, const domain::Route& route,
                                     const std::string& epoch);

}  // namespace ff::render
