#include "words/checkup.h"

#include <fmt/format.h>

#include "base/text.h"

namespace ff::words::checkup {
namespace {

using enum Check::Verdict;

/// What ff was tried on; older ones are told.
constexpr int oldest_systemd = 247;
constexpr Milliseconds tolerated_skew{2000};

struct Finding {
  std::string what;
  std::string remedy;
};

Finding finding(const domain::ProxyFault& fault) {
  using enum domain::ProxyFault::Kind;
  switch (fault.kind) {
    case long_fail_timeout:
    case max_fails:
      return {fmt::format("a copy that failed is left alone for {} even if it serves again; when all are, "
                          "clients get 502",
                          human(fault.time)),
              "max_fails=0 on every server line, and proxy_connect_timeout 2s"};
    case placeholder:
      return {"a line for a copy that does not serve makes nginx count failures of the others",
              "leave the line out until the copy serves"};
    case name:
      return {
          "a name is looked up at nginx's start only, counts twice with two addresses, and one that is not "
          "found keeps nginx from starting",
          "the box's address in figures"};
    case no_zone:
      return {"least_conn without zone: each worker counts its own connections, so that shares are uneven",
              "zone NAME 128k; in the upstream"};
    case short_shutdown:
      return {"streams that take longer are cut by each reload",
              fmt::format("worker_shutdown_timeout {}s;",
                          std::chrono::ceil<std::chrono::seconds>(fault.time).count())};
    case buffering:
      return {"with proxy_buffering on tokens are held back until a buffer is full", "proxy_buffering off;"};
  }
  return {};
}

}  // namespace

Check reached(const domain::Machine& machine) {
  if (machine.is_local()) return {ok, machine.name, "is this machine", ""};
  return {ok, machine.name, "ssh reaches " + machine.ssh + ", its host key is known", ""};
}

Check not_reached(const domain::Machine& machine, const Error& fault) {
  if (fault.code == ErrorCode::not_trusted) {
    return {fail, machine.name, printable(fault.what),
            fault.advice.subject.empty() ? "compare the host's key and add it to known_hosts"
                                         : fault.advice.subject};
  }
  return {fail, machine.name, "did not answer: " + printable(fault.what),
          machine.is_local() ? "" : "try: ssh " + shell_quoted(machine.ssh)};
}

Check service_manager(const MachineName& machine, std::size_t unit_files) {
  return {ok, machine, fmt::format("D-Bus and systemd answer, {} unit files read", unit_files), ""};
}

Check login(const MachineName& machine, int uid) {
  if (uid == 0) return {ok, machine, "the login is root", ""};
  return {fail, machine, fmt::format("the login is uid {}, which may look but not act", uid),
          "log in as root"};
}

Check clock(const MachineName& machine, Milliseconds skew, Milliseconds took) {
  const Milliseconds away = skew.count() < 0 ? -skew : skew;
  if (away <= tolerated_skew + took) return {ok, machine, "its clock agrees with this one", ""};
  return {warn, machine,
          fmt::format("its clock is {} {} this one", human(away), skew.count() < 0 ? "behind" : "ahead of"),
          "nothing of ff's depends on it; chrony or systemd-timesyncd would set it"};
}

Check tools(const MachineName& machine, const std::vector<std::string>& missing) {
  if (missing.empty()) return {ok, machine, "bash, coreutils, util-linux and journalctl are there", ""};
  return {fail, machine, "there is no " + joined(missing, ", "),
          "install coreutils, util-linux and systemd; the proxy on the route host"};
}

Check tools_unseen(const MachineName& machine, const Error& fault) {
  return {unseen, machine, "its tools: " + printable(fault.what), ""};
}

Check systemd(const MachineName& machine, std::optional<int> version) {
  if (!version) return {unseen, machine, "the version of systemd", ""};
  const std::string what = fmt::format("systemd {}", *version);
  if (*version >= oldest_systemd) return {ok, machine, what, ""};
  return {warn, machine, what, fmt::format("ff was not tried on one older than {}", oldest_systemd)};
}

Check shared_memory(const MachineName& machine, std::optional<bool> removed, const UnitName& unit,
                    const std::string& user) {
  if (unit.empty() || removed == false)
    return {ok, machine, "no unit's shared memory can be removed by logind", ""};
  if (!removed) return {unseen, machine, "whether logind removes the shared memory of " + user, ""};
  return {warn, machine,
          fmt::format("logind removes the shared memory of {}, as whom {} runs, when its last session ends",
                      user, unit.text()),
          "loginctl enable-linger " + shell_quoted(user)};
}

Check units_loaded(const MachineName& machine, std::size_t count) {
  return {ok, machine, fmt::format("the {} units that the profiles name are there", count), ""};
}

Check unit_missing(const MachineName& machine, const UnitName& unit, const ProfileName& profile,
                   const std::string& load) {
  return {fail, machine, fmt::format("{} of {} is {}", unit.text(), profile.text(), load),
          "put its file into /etc/systemd/system and run systemctl daemon-reload", unit};
}

Check needs_reload(const MachineName& machine, const UnitName& unit) {
  return {warn, machine, unit.text() + " changed on disk since systemd read it", "systemctl daemon-reload"};
}

Check port(const MachineName& machine, std::uint16_t port, const UnitName& holder) {
  return {ok, machine, fmt::format("port {} is taken while {} runs", port, holder.text()), ""};
}

Check port_free(const MachineName& machine, std::uint16_t port) {
  return {ok, machine, fmt::format("port {} is free", port), ""};
}

Check port_of_stranger(const MachineName& machine, std::uint16_t port, const ProfileName& profile) {
  return {fail, machine, fmt::format("port {} of {} is taken by something else", port, profile.text()),
          fmt::format("ss -tlnp 'sport = :{}'", port)};
}

Check proxy(const domain::Cluster& cluster, const domain::RouteView& route) {
  const MachineName& host = cluster.route_host;
  const std::string unit = cluster.proxy.unit.text();
  if (!route.unit_active) {
    return {fail, host, unit + " is not active" + (route.fault.empty() ? "" : ": " + printable(route.fault)),
            "journalctl -u " + unit};
  }
  if (!route.owned) return {ok, host, unit + " runs, with a configuration that is not ff's", ""};
  if (route.in_step()) return {ok, host, unit + " runs and does what its configuration says", ""};
  return {fail, host, unit + " does not do what its configuration says: " + printable(route.fault),
          "systemctl reload " + unit};
}

Check proxy_config(const domain::Cluster& cluster, const domain::Tools& tools) {
  const bool haproxy = cluster.proxy.driver == domain::Proxy::Driver::haproxy;
  const std::string test = (haproxy ? "haproxy -c -f " : "nginx -t -c ") + cluster.proxy.config;
  if (!tools.proxy_config_valid) {
    return {unseen, cluster.route_host,
            test + ": not asked, since it would make the files of a proxy that rests", ""};
  }
  if (*tools.proxy_config_valid) return {ok, cluster.route_host, test + " is content", ""};
  return {fail, cluster.route_host, test + ": " + printable(joined(tools.proxy_words, "; ")),
          "mend the file, or give it back to ff by a switch"};
}

Check proxy_fault(const MachineName& machine, const domain::ProxyFault& fault) {
  const auto [what, remedy] = finding(fault);
  return {warn, machine,
          fmt::format("{}:{}: {}: {}", printable(fault.file), fault.line, printable(fault.said), what),
          remedy};
}

Check no_proxy_fault(const MachineName& machine) {
  return {ok, machine, "nothing in the nginx files that are not ff's would hurt clients of the model", ""};
}

Check hazard(const ProfileName& profile, const domain::Hazard& hazard) {
  const bool blocks = hazard.weight == domain::Hazard::Class::block;
  return {blocks ? fail : warn, hazard.where.machine,
          fmt::format("{} `ff switch {}`: {}", blocks ? "stops" : "wants --accept at", profile.text(),
                      printable(hazard.what, 1000)),
          printable(hazard.remedy, 1000)};
}

Check version(const std::string& mine, const std::string& last) {
  if (last.empty()) return {unseen, {}, "the ff of the last run: there is no record of one", ""};
  if (last == mine) return {ok, {}, "the last run was made by this ff, " + mine, ""};
  return {warn,
          {},
          fmt::format("the last run was made by ff {}, this is {}", last, mine),
          "use one version for one cluster"};
}

}  // namespace ff::words::checkup
