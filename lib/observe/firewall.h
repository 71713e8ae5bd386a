#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "domain/firewall.h"
#include "domain/profile.h"
#include "ports/host.h"

namespace ff::observe {

/// What a box has of ff's firewall, by one command that writes nothing; the door is left untried.
[[nodiscard]] Result<domain::FirewallView> look_at_firewall(ports::HostReader& host,
                                                            const domain::Declaration& declaration,
                                                            const MachineName& box, const Limit& limit);
/// What that command answered.
[[nodiscard]] domain::FirewallView firewall_from(std::string_view answer,
                                                 const domain::Declaration& declaration,
                                                 const MachineName& box);

/// How an attempt to connect ended: by a connection, by a refusal, or by neither within 2 s.
enum class Knock { open, refused, silent };

/// Connects from a machine to each of these and hangs up, all at once; in their order. Sends nothing.
[[nodiscard]] Result<std::vector<Knock>> knock(ports::HostReader& host,
                                               const std::vector<domain::Endpoint>& endpoints,
                                               const Limit& limit);

}  // namespace ff::observe
