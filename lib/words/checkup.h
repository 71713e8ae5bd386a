#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "domain/checkup.h"
#include "domain/cluster.h"
#include "domain/hazard.h"

/// What `ff doctor` says of each thing that it looked at.
namespace ff::words::checkup {

using domain::Check;

[[nodiscard]] Check reached(const domain::Machine& machine);
/// By its cause: not reached, key or login not trusted, or the service manager alone.
[[nodiscard]] Check not_reached(const domain::Machine& machine, const Error& fault);
[[nodiscard]] Check service_manager(const MachineName& machine, std::size_t unit_files);
[[nodiscard]] Check login(const MachineName& machine, int uid);
/// `skew` is how far its clock is ahead; a look that took `took` cannot tell less than that.
[[nodiscard]] Check clock(const MachineName& machine, Milliseconds skew, Milliseconds took);
[[nodiscard]] Check tools(const MachineName& machine, const std::vector<std::string>& missing);
[[nodiscard]] Check tools_unseen(const MachineName& machine, const Error& fault);
[[nodiscard]] Check systemd(const MachineName& machine, std::optional<int> version);
/// logind's RemoveIPC, and the unit that it could hurt (empty for none) with its login.
[[nodiscard]] Check shared_memory(const MachineName& machine, std::optional<bool> removed,
                                  const UnitName& unit, const std::string& user);
[[nodiscard]] Check units_loaded(const MachineName& machine, std::size_t count);
[[nodiscard]] Check unit_missing(const MachineName& machine, const UnitName& unit, const ProfileName& profile,
                                 const std::string& load);
[[nodiscard]] Check needs_reload(const MachineName& machine, const UnitName& unit);
[[nodiscard]] Check port(const MachineName& machine, std::uint16_t port, const UnitName& holder);
[[nodiscard]] Check port_free(const MachineName& machine, std::uint16_t port);
[[nodiscard]] Check port_of_stranger(const MachineName& machine, std::uint16_t port,
                                     const ProfileName& profile);
/// The proxy: running and in step with its file, or what is wrong.
[[nodiscard]] Check proxy(const domain::Cluster& cluster, const domain::RouteView& route);
[[nodiscard]] Check proxy_config(const domain::Cluster& cluster, const domain::Tools& tools);
/// A line of a configuration that is not ff's; `remedy` names what to write there.
[[nodiscard]] Check proxy_fault(const MachineName& machine, const domain::ProxyFault& fault);
[[nodiscard]] Check no_proxy_fault(const MachineName& machine);
/// Hazards that would stop a switch to the profile, or ask to be accepted.
[[nodiscard]] Check hazard(const ProfileName& profile, const domain::Hazard& hazard);
[[nodiscard]] Check version(const std::string& mine, const std::string& last);

}  // namespace ff::words::checkup
