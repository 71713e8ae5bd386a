#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "config/files.h"
#include "config/literal.h"
#include "config/suggest.h"

namespace ff::config {
namespace {

std::vector<std::string> machine_names(const domain::Cluster& cluster, bool only_boxes) {
  std::vector<std::string> names;
  for (const domain::Machine& machine : cluster.machines) {
    if (!only_boxes || machine.is_box()) names.push_back(machine.name.text());
  }
  return names;
}

std::string no_machine(const std::string& key, const std::string& name,
                       const std::vector<std::string>& known) {
  return fmt::format("{}: there is no machine {}{}; allowed: {}", key, name, hint(name, known),
                     fmt::join(known, ", "));
}

void check_boxes(const ClusterFile& cluster, const ProfileFile& profile, Report& report) {
  const std::vector<std::string> boxes = machine_names(cluster.cluster, true);
  for (const Item& box : profile.values.items("boxes")) {
    const domain::Machine* machine = cluster.cluster.find(MachineName(box.text));
    if (machine == nullptr) {
      report.at(box.at, no_machine("boxes", box.text, boxes));
    } else if (!machine->is_box() && !cluster.values.faulty("machines/" + box.text + "/fabric")) {
      report.at(
          box.at,
          fmt::format("boxes: {} has no fabric address in the cluster file, so it is no box; allowed: {}",
                      box.text, fmt::join(boxes, ", ")));
    }
  }
}

void check_watchdogs(const ClusterFile& cluster, const ProfileFile& profile, Report& report) {
  const std::vector<std::string> machines = machine_names(cluster.cluster, false);
  for (const Item& index : profile.values.tables("watchdogs")) {
    for (const Item& box : profile.values.items("watchdogs/" + index.text + "/boxes")) {
      if (cluster.cluster.find(MachineName(box.text)) != nullptr) continue;
      report.at(box.at, no_machine(fmt::format("watchdogs[{}].boxes", index.text), box.text, machines));
    }
  }
}

void check_fallback(const ClusterFile& cluster, const std::vector<std::string>& names, Report& report) {
  const std::string& fallback = cluster.cluster.fallback_profile.text();
  if (fallback.empty() || names.empty() || std::ranges::find(names, fallback) != names.end()) return;
  report.at_value("fallback_profile", fmt::format("fallback_profile: there is no profile {}{}; allowed: {}",
                                                  fallback, hint(fallback, names), fmt::join(names, ", ")));
}

/// A profile's ports against the proxy's, where the route host is one of its boxes.
void check_ports(const ClusterFile& cluster, const ProfileFile& profile, Report& report) {
  const domain::Proxy& proxy = cluster.cluster.proxy;
  const domain::Machine* host = cluster.cluster.find(cluster.cluster.route_host);
  if (host == nullptr || std::ranges::find(profile.profile.boxes, host->name) == profile.profile.boxes.end())
    return;
  struct Listener {
    const char* key;
    std::uint16_t port;
    std::string address;
  };
  for (const Listener& own : {Listener{"port", profile.profile.port, host->api},
                              Listener{"master_port", profile.profile.master_port, host->fabric}}) {
    const bool same_address = proxy.listen.address == own.address || is_wildcard(proxy.listen.address);
    if (own.port == 0) continue;
    const char* taken_by = own.port == proxy.marker_port                   ? "proxy.marker_port"
                           : same_address && own.port == proxy.listen.port ? "the port of proxy.listen"
                                                                           : nullptr;
    if (taken_by == nullptr) continue;
    report.at_value(
        std::string("units/") + own.key,
        fmt::format("units.{}: {} is {} on {}, which runs the proxy too; allowed: a port of its own", own.key,
                    own.port, taken_by, host->name.text()));
  }
}

void check_overrides(const ClusterFile& cluster, const std::vector<ProfileFile>& profiles,
                     const std::vector<std::string>& names, Report& report) {
  for (const Item& name : cluster.values.tables("overrides")) {
    if (std::ranges::find(names, name.text) == names.end()) {
      report.at(name.at, fmt::format("overrides.{0}: there is no profile {0}{1}; allowed: {2}", name.text,
                                     hint(name.text, names), fmt::join(names, ", ")));
      continue;
    }
    const auto profile = std::ranges::find(profiles, ProfileName(name.text),
                                           [](const ProfileFile& p) { return p.profile.name; });
    if (profile == profiles.end() || profile->values.find("boxes") == nullptr) continue;
    const std::vector<MachineName>& boxes = profile->profile.boxes;
    for (const Item& box : cluster.values.tables("overrides/" + name.text)) {
      const bool is_machine = cluster.cluster.find(MachineName(box.text)) != nullptr;
      if (!is_machine || std::ranges::find(boxes, MachineName(box.text)) != boxes.end()) continue;
      report.at(box.at,
                fmt::format("overrides.{0}.{1}: {1} is not among the boxes of {0}; allowed: its boxes",
                            name.text, box.text));
    }
  }
}

/// What units are for, over all profiles: one unit has one use everywhere.
class Uses {
 public:
  void claim(const std::string& path, const char* use, const ProfileFile& profile, Report& report) {
    const std::string unit = profile.values.text(path);
    if (unit.empty()) return;
    const auto [first, is_new] = first_.emplace(unit, Use{use, profile.file});
    if (is_new || first->second.use == std::string_view(use) || first->second.file == profile.file) return;
    report.at_value(path, fmt::format("{} is {} here and {} in {}; allowed: one use for one unit", unit, use,
                                      first->second.use, first->second.file));
  }
  void reserve(const std::string& unit, const char* use, const std::string& file) {
    first_[unit] = {use, file};
  }

 private:
  struct Use {
    const char* use;
    std::string file;
  };
  std::map<std::string, Use> first_;
};

void check_units(const ProfileFile& profile, Uses& uses, Report& report) {
  uses.claim("units/leader", "the leader's unit", profile, report);
  uses.claim("units/worker", "the workers' unit", profile, report);
  for (const Item& index : profile.values.tables("watchdogs")) {
    uses.claim("watchdogs/" + index.text + "/unit", "a watchdog", profile, report);
  }
}

}  // namespace

void check_together(const ClusterFile& cluster, const std::vector<ProfileFile>& profiles,
                    const std::vector<std::string>& names, std::vector<Fault>& faults) {
  Report cluster_report(cluster.file, cluster.values, faults);
  check_overrides(cluster, profiles, names, cluster_report);
  check_fallback(cluster, names, cluster_report);
  Uses uses;
  if (cluster.values.find("proxy/unit") != nullptr) {
    uses.reserve(cluster.values.text("proxy/unit"), "the proxy's unit", cluster.file);
  }
  const ProfileFile* first = nullptr;
  for (const ProfileFile& profile : profiles) {
    Report report(profile.file, profile.values, faults);
    check_boxes(cluster, profile, report);
    check_watchdogs(cluster, profile, report);
    check_ports(cluster, profile, report);
    check_units(profile, uses, report);
    if (!profile.values.given("model/served_name")) continue;
    if (first == nullptr) first = &profile;
    const std::string& name = first->profile.model.served_name;
    if (profile.profile.model.served_name == name) continue;
    report.at_value(
        "model/served_name",
        fmt::format(
            "model.served_name: is \"{}\", but \"{}\" in {}; allowed: one name in all profiles, since "
            "clients must not see a switch",
            profile.profile.model.served_name, name, first->file));
  }
}

}  // namespace ff::config
