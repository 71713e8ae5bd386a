#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "domain/clients.h"
#include "ports/host.h"

namespace ff::observe {

/// Established connections of a machine with one of the ports at either end, and who holds them: one command
/// that writes nothing. A login that is not root sees neither processes of others nor containers.
[[nodiscard]] Result<domain::SocketView> look_at_sockets(ports::HostReader& host,
                                                         const std::set<std::uint16_t>& ports,
                                                         const Limit& limit);
/// The command, and what its answer says. A line that is not understood is left out.
[[nodiscard]] std::vector<std::string> sockets_command(const std::set<std::uint16_t>& ports);
[[nodiscard]] domain::SocketView sockets_from(std::string_view answer);

/// A row of /proc/net/tcp or tcp6; nothing when it is none or the connection is not established. An IPv4
/// address inside IPv6 is told as IPv4.
[[nodiscard]] std::optional<domain::Socket> socket_in(std::string_view row);

/// Names of addresses as a machine resolves them, each waited for at most 2 s; those without one are left
/// out.
[[nodiscard]] Result<std::map<std::string, std::string>> names_of(ports::HostReader& host,
                                                                  const std::set<std::string>& addresses,
                                                                  const Limit& limit);

}  // namespace ff::observe
