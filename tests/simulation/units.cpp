#include "units.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ff::simulation {
namespace {

/// Units that are a member of anything on the box, and whether they lead.
std::map<UnitName, bool> roles_on(const domain::Declaration& declaration, const MachineName& box) {
  std::map<UnitName, bool> roles;
  for (const domain::Profile& profile : declaration.profiles) {
    for (const domain::Instance& instance : domain::instances_of(declaration.cluster, profile)) {
      for (const domain::Member& member : instance.members) {
        if (member.box == box) roles[member.unit] = member.rank == 0;
      }
    }
  }
  return roles;
}

/// Conflicts= stands in the file of the first by name, as does the order.
std::string serving_unit(const Scenario& scenario, const std::map<UnitName, bool>& roles,
                         const UnitName& unit) {
  std::string rivals;
  for (auto other = roles.upper_bound(unit); other != roles.end(); ++other)
    rivals += other->first.text() + " ";
  std::string text = "[Unit]\n";
  if (!rivals.empty()) text += "Conflicts=" + rivals + "\n";
  if (!rivals.empty() && scenario.ordered) text += "After=" + rivals + "\n";
  if (scenario.restarting && roles.at(unit)) text += "StartLimitIntervalSec=2h\nStartLimitBurst=3\n";
  text +=
      "[Service]\nExecStart=/usr/bin/vllm serve\nEnvironmentFile=/etc/ff/env/%N.env\nTimeoutStopSec=120\n";
  if (scenario.restarting && roles.at(unit)) text += "Restart=on-failure\nRestartSec=10\n";
  return text + "[Install]\nWantedBy=multi-user.target\n";
}

std::string watchdog_service(const domain::Profile& profile) {
  return fmt::format(
      "[Service]\nType=oneshot\n"
      "ExecStart=/bin/sh -c 'curl -sf http://localhost:{}/health || systemctl restart {}'\n",
      profile.port, profile.leader_unit.text());
}

constexpr const char* watchdog_timer =
    "[Timer]\nOnActiveSec=2s\nOnUnitInactiveSec=2s\n[Install]\nWantedBy=timers.target\n";

}  // namespace

std::map<std::string, std::string> unit_files(const Scenario& scenario, const MachineName& machine) {
  std::map<std::string, std::string> files;
  const auto roles = roles_on(scenario.declaration, machine);
  for (const auto& [unit, leads] : roles) files[unit.text()] = serving_unit(scenario, roles, unit);
  for (const domain::Profile& profile : scenario.declaration.profiles) {
    for (const domain::Watchdog& watchdog : profile.watchdogs) {
      if (std::ranges::find(watchdog.boxes, machine) == watchdog.boxes.end()) continue;
      const std::string& timer = watchdog.unit.text();
      files[timer] = watchdog_timer;
      files[timer.substr(0, timer.rfind('.')) + ".service"] = watchdog_service(profile);
    }
  }
  return files;
}

}  // namespace ff::simulation
