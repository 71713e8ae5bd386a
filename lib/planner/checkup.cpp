#include "planner/checkup.h"

#include <algorithm>
#include <set>

#include "planner/planner.h"
#include "render/nginx_lint.h"
#include "words/checkup.h"

namespace ff::planner {
namespace {

namespace text = words::checkup;
using domain::Check;
using domain::MachineView;

/// One member that a profile has on a machine.
struct Duty {
  const domain::Profile* profile;
  UnitName unit;
  bool leads;
};

std::vector<Duty> duties(const domain::Declaration& declaration, const MachineName& machine) {
  std::vector<Duty> found;
  for (const domain::Profile& profile : declaration.profiles) {
    for (const domain::Instance& instance : domain::instances_of(declaration.cluster, profile)) {
      for (const domain::Member& member : instance.members) {
        if (member.box == machine) found.push_back({&profile, member.unit, member.rank == 0});
      }
    }
  }
  return found;
}

bool runs_now(const MachineView& view, const UnitName& unit) {
  return !view.unit(unit).at_rest();
}

void check_units(const MachineName& machine, const MachineView& view, const std::vector<Duty>& all,
                 std::vector<Check>& checks) {
  std::set<UnitName> seen;
  std::size_t faults = 0;
  for (const Duty& duty : all) {
    if (!seen.insert(duty.unit).second) continue;
    const domain::UnitState state = view.unit(duty.unit);
    const bool there = state.load == domain::LoadState::loaded || view.masked(duty.unit);
    if (!there)
      checks.push_back(text::unit_missing(machine, duty.unit, duty.profile->name, word(state.load)));
    const bool stale = state.needs_reload && !view.masked(duty.unit);
    if (stale) checks.push_back(text::needs_reload(machine, duty.unit));
    faults += there && !stale ? 0 : 1;
  }
  if (faults == 0 && !seen.empty()) checks.push_back(text::units_loaded(machine, seen.size()));
}

/// Who holds a port cannot be read; that one of its units runs can.
void check_ports(const MachineName& machine, const MachineView& view, const std::vector<Duty>& all,
                 std::vector<Check>& checks) {
  std::set<std::uint16_t> seen;
  for (const Duty& duty : all) {
    const std::uint16_t port = duty.profile->port;
    if (!duty.leads || !seen.insert(port).second) continue;
    const auto holder = std::ranges::find_if(all, [&](const Duty& other) {
      return other.leads && other.profile->port == port && runs_now(view, other.unit);
    });
    if (!view.listening.contains(port))
      checks.push_back(text::port_free(machine, port));
    else if (holder != all.end())
      checks.push_back(text::port(machine, port, holder->unit));
    else
      checks.push_back(text::port_of_stranger(machine, port, duty.profile->name));
  }
}

void check_shared_memory(const MachineName& machine, const domain::Tools& tools, std::vector<Check>& checks) {
  for (const auto& [unit, user] : tools.users) {
    if (tools.lingering.contains(user) || tools.removes_ipc == false) continue;
    checks.push_back(text::shared_memory(machine, tools.removes_ipc, unit, user));
    return;
  }
  checks.push_back(text::shared_memory(machine, tools.removes_ipc, {}, {}));
}

void check_tools(const domain::Machine& machine, const domain::Examination& seen,
                 std::vector<Check>& checks) {
  if (const auto fault = seen.tools_unknown.find(machine.name); fault != seen.tools_unknown.end()) {
    checks.push_back(text::tools_unseen(machine.name, fault->second));
    return;
  }
  const auto found = seen.tools.find(machine.name);
  if (found == seen.tools.end()) return;
  checks.push_back(text::systemd(machine.name, found->second.systemd));
  checks.push_back(text::tools(machine.name, found->second.missing));
  if (machine.is_box()) check_shared_memory(machine.name, found->second, checks);
}

void check_machine(const domain::Declaration& declaration, const domain::Machine& machine,
                   const domain::Examination& seen, std::vector<Check>& checks) {
  const MachineView& view = seen.snapshot.machine(machine.name);
  if (view.fault) {
    checks.push_back(text::not_reached(machine, *view.fault));
    return;
  }
  checks.push_back(text::reached(machine));
  checks.push_back(text::login(machine.name, view.uid));
  checks.push_back(text::service_manager(machine.name, view.definitions.size()));
  const auto skew = std::chrono::duration_cast<Milliseconds>(view.clock - seen.snapshot.seen_at);
  checks.push_back(text::clock(machine.name, skew, seen.snapshot.took));
  check_tools(machine, seen, checks);
  const std::vector<Duty> all = duties(declaration, machine.name);
  check_units(machine.name, view, all, checks);
  check_ports(machine.name, view, all, checks);
}

void check_proxy(const domain::Declaration& declaration, const domain::Examination& seen,
                 std::vector<Check>& checks) {
  const domain::Cluster& cluster = declaration.cluster;
  if (!seen.snapshot.machine(cluster.route_host).known()) return;
  checks.push_back(text::proxy(cluster, seen.snapshot.route));
  const auto tools = seen.tools.find(cluster.route_host);
  if (tools == seen.tools.end()) return;
  checks.push_back(text::proxy_config(cluster, tools->second));
  const render::NginxLint lint = render::lint_nginx(declaration, tools->second.proxy_files);
  for (const domain::ProxyFault& fault : lint.faults)
    checks.push_back(text::proxy_fault(cluster.route_host, fault));
  if (lint.leads_to_copies && lint.faults.empty()) checks.push_back(text::no_proxy_fault(cluster.route_host));
}

/// Whether a line has told that the hazard's unit is not as it should be.
bool told_already(const std::vector<Check>& checks, const domain::Hazard& hazard) {
  return !hazard.where.unit.empty() && std::ranges::any_of(checks, [&](const Check& check) {
    return check.verdict == Check::Verdict::fail && check.machine == hazard.where.machine &&
           check.unit == hazard.where.unit;
  });
}

/// What a plan for each profile would meet, each once, beside what stands above already.
void check_plans(const domain::Declaration& declaration, const domain::Examination& seen,
                 std::vector<Check>& checks) {
  std::set<HazardId> told;
  for (const domain::Profile& profile : declaration.profiles) {
    for (const domain::Hazard& hazard : make_plan(declaration, profile.name, seen.snapshot).hazards) {
      const bool machine_known =
          hazard.where.machine.empty() || seen.snapshot.machine(hazard.where.machine).known();
      if (hazard.weight == domain::Hazard::Class::note || !machine_known || !told.insert(hazard.id).second)
        continue;
      if (!told_already(checks, hazard)) checks.push_back(text::hazard(profile.name, hazard));
    }
  }
}

}  // namespace

std::vector<Check> checkup(const domain::Declaration& declaration, const domain::Examination& examination) {
  std::vector<Check> checks;
  for (const domain::Machine& machine : declaration.cluster.machines)
    check_machine(declaration, machine, examination, checks);
  check_proxy(declaration, examination, checks);
  check_plans(declaration, examination, checks);
  checks.push_back(text::version(examination.version, examination.last_version));
  return checks;
}

}  // namespace ff::planner
