#include "observe/query.h"

#include <algorithm>
#include <set>

#include "observe/paths.h"
#include "render/environment.h"

namespace ff::observe {
namespace {

bool names(const std::vector<MachineName>& machines, const MachineName& machine) {
  return std::ranges::find(machines, machine) != machines.end();
}

/// The service that a timer, path or socket starts unless it says otherwise: the one of the same stem.
UnitName default_triggered(const UnitName& trigger) {
  const std::string& name = trigger.text();
  return UnitName(name.substr(0, name.rfind('.')) + ".service");
}

void add_profile(const domain::Profile& profile, const MachineName& machine, std::set<UnitName>& units,
                 std::set<std::string>& files) {
  if (names(profile.boxes, machine)) {
    for (const UnitName& unit : {profile.leader_unit, profile.worker_unit}) {
      if (unit.empty()) continue;
      units.insert(unit);
      files.insert(render::environment_path(unit));
    }
  }
  for (const domain::Watchdog& watchdog : profile.watchdogs) {
    if (!names(watchdog.boxes, machine)) continue;
    units.insert(watchdog.unit);
    units.insert(default_triggered(watchdog.unit));
  }
}

}  // namespace

MachineQuery query_for(const domain::Declaration& declaration, const MachineName& machine) {
  std::set<UnitName> units;
  std::set<std::string> files = {intent_path, starts_path};
  for (const domain::Profile& profile : declaration.profiles) add_profile(profile, machine, units, files);
  if (machine == declaration.cluster.route_host) {
    const domain::Proxy& proxy = declaration.cluster.proxy;
    units.insert(proxy.unit);
    files.insert(outages_path);
    // The proxy's reader reads the file; here only the room for a new one counts.
    files.insert(proxy.config.substr(0, proxy.config.rfind('/') + 1));
  }
  return {{units.begin(), units.end()}, {files.begin(), files.end()}, false};
}

}  // namespace ff::observe
