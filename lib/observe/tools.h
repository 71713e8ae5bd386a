#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "domain/checkup.h"
#include "domain/cluster.h"
#include "domain/profile.h"
#include "ports/host.h"

namespace ff::observe {

/// What to ask a machine for its tools.
struct ToolsQuery {
  std::vector<UnitName> units;  ///< whose logins matter
  std::string proxy_config;     ///< file to be tested by the proxy; empty where that is not to be done
  domain::Proxy::Driver driver = domain::Proxy::Driver::nginx;
};

/// Asks one machine, in one command that writes nothing. nginx's own test opens the pid and log files that
/// its configuration names, so that it is to be asked for only where nginx runs and they exist.
[[nodiscard]] Result<domain::Tools> look_at_tools(ports::HostReader& host, const ToolsQuery& query,
                                                  const Limit& limit);
/// The command, and what its answer says. A line that is not understood is left out.
[[nodiscard]] std::vector<std::string> tools_command(const ToolsQuery& query);
[[nodiscard]] domain::Tools tools_from(std::string_view answer);

/// Reads nginx's files as they lie on the route host: all of the configuration that nginx itself puts
/// together from `config`, and Debian's where they are others. An empty `config` stands for an nginx that
/// rests: then only Debian's paths are read. Writes nothing beyond what ToolsQuery's test does.
[[nodiscard]] Result<std::vector<domain::ConfigFile>> look_at_proxy_files(ports::HostReader& host,
                                                                          const std::string& config,
                                                                          const Limit& limit);
/// What its command answered: files one after the other, each behind the line that `nginx -T` puts there.
[[nodiscard]] std::vector<domain::ConfigFile> proxy_files_from(std::string_view answer);

}  // namespace ff::observe
