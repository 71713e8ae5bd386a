#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "base/ids.h"
#include "domain/profile.h"

/// The firewall that lets only the proxy, monitors and the box itself reach its copies. Pure.
namespace ff::render {

/// ff's own table, of the family inet. Nothing else of a box's rules is touched.
inline constexpr const char* firewall_table = "ff_firewall";
inline constexpr const char* firewall_file = "/etc/ff/firewall.nft";
inline constexpr const char* firewall_unit_name = "ff-firewall.service";
inline constexpr const char* firewall_unit_file = "/etc/systemd/system/ff-firewall.service";

/// Ports on which a box's own instances serve, of any profile; empty for one that never leads.
[[nodiscard]] std::set<std::uint16_t> ports_on(const domain::Declaration& declaration,
                                               const MachineName& box);
/// Where the proxy's requests and ff's checks may come from: all addresses of the route host.
[[nodiscard]] std::set<std::string> proxy_addresses(const domain::Cluster& cluster);

/// The box's file for `nft -f`: puts the table in the place of an earlier one, in one go. Loopback, the route
/// host's addresses and monitors pass to the serving ports, anybody else's connection is reset; all other
/// ports are left alone. Empty for a box on which nothing serves.
[[nodiscard]] std::string firewall_rules(const domain::Declaration& declaration, const MachineName& box);
/// Whether what `nft list table` prints was loaded from this file.
[[nodiscard]] bool lists_rules(std::string_view listing, const std::string& rules);
/// The unit that loads the file at boot, and again whenever nftables.service flushes all tables.
[[nodiscard]] std::string firewall_unit();

}  // namespace ff::render
