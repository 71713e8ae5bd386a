#pragma once

#include <map>
#include <string>

#include "domain/firewall.h"

namespace ff::codec {

/// `ff firewall --json`: how each box stands. Ends without a newline.
[[nodiscard]] std::string firewall_json(const std::map<MachineName, domain::FirewallView>& boxes, bool well);

}  // namespace ff::codec
