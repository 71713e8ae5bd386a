#include "adapters/sim/world.h"

#include <algorithm>

#include "adapters/sim/programs.h"

namespace ff::adapters::sim {
namespace {

constexpr const char* nginx_unit =
    "[Service]\nType=forking\nExecStart=/usr/sbin/nginx\nExecReload=/usr/sbin/nginx -s reload\n"
    "[Install]\nWantedBy=multi-user.target\n";

/// A restart by a hand or a watchdog: down first, then up.
void restart(Timeline& timeline, Manager& manager, const UnitName& unit) {
  const auto stopped = manager.queue(unit, JobKind::stop);
  if (!stopped) return;
  timeline.after(Milliseconds{1}, [&timeline, &manager, unit, job = *stopped] {
    if (manager.result(job))
      (void)manager.queue(unit, JobKind::start);
    else
      restart(timeline, manager, unit);
  });
}

}  // namespace

World::World(domain::Cluster cluster) : cluster_(std::move(cluster)), clients_(*this) {
  time_.observe([this] { clients_.look(); });
  for (const domain::Machine& one : cluster_.machines) {
    auto& slot = machines_[one.name];
    slot = std::make_unique<Machine>(time_, one.name, [this, name = one.name](Start start) {
      return make_process(machine(name), std::move(start));
    });
  }
  Machine& route_host = machine(cluster_.route_host);
  route_host.disk.put("/usr/lib/systemd/system/" + cluster_.proxy.unit.text(), nginx_unit);
  (void)route_host.manager.enable(cluster_.proxy.unit);
  route_host.manager.reload();
}

std::unique_ptr<Process> World::make_process(Machine& machine, Start start) {
  const std::string& command = start.file.start_command;
  Manner& manner = manners_[{machine.name, start.file.name}];
  if (command.find("vllm") != std::string::npos || !manner.environment.empty()) {
    return std::make_unique<Engine>(time_, machine, ranks_, manner, std::move(start));
  }
  if (command.find("nginx") != std::string::npos) {
    const auto to = [this](const MachineName& from, const domain::Endpoint& endpoint) {
      return dial(from, endpoint);
    };
    return std::make_unique<Nginx>(time_, machine, cluster_, to, strangers_way, [this] { clients_.look(); });
  }
  WatchdogMeans means = {[&machine](std::uint16_t port) { return machine.ports.contains(port); },
                         [this, &machine](const UnitName& unit) { restart(time_, machine.manager, unit); }};
  return everyday_process(time_, std::move(start), std::move(means));
}

Manner& World::manner(const std::string& machine_name, const std::string& unit) {
  return manners_[{MachineName(machine_name), UnitName(unit)}];
}

void World::install(const std::string& machine_name, const std::string& unit, const std::string& text) {
  machine(machine_name).disk.put("/etc/systemd/system/" + unit, text);
}

void World::power_cycle(const std::string& machine_name) {
  machine(machine_name).power_off();
  clients_.look();
  machine(machine_name).power_on();
}

Result<Listener*> World::dial(const MachineName& from, const domain::Endpoint& endpoint) {
  const bool loopback = endpoint.address.starts_with("127.");
  for (const auto& [name, it] : machines_) {
    const bool meant = loopback ? name == from : cluster_.find(name)->api == endpoint.address;
    if (!meant) continue;
    if (!it->power || it->cut) break;
    const auto found = it->ports.find(endpoint.port);
    if (found == it->ports.end())
      return fail(ErrorCode::refused, domain::text(endpoint) + " refuses connections");
    return found->second;
  }
  return fail(ErrorCode::timeout, domain::text(endpoint) + " does not answer");
}

Engine* World::engine_at(const domain::Endpoint& endpoint) {
  const auto listener = dial({}, endpoint);
  return listener ? dynamic_cast<Engine*>(*listener) : nullptr;
}

Engine* World::engine_behind(const domain::Endpoint& endpoint) {
  for (const auto& [name, it] : machines_) {
    const auto found = it->ports.find(endpoint.port);
    if (cluster_.find(name)->api != endpoint.address || found == it->ports.end()) continue;
    return dynamic_cast<Engine*>(found->second);
  }
  return nullptr;
}

Nginx* World::nginx() {
  const domain::Machine* host = cluster_.find(cluster_.route_host);
  const auto listener = dial({}, {host->api, cluster_.proxy.listen.port});
  return listener ? dynamic_cast<Nginx*>(*listener) : nullptr;
}

bool World::awaits_fault(const std::string& call, const MachineName& name) const {
  return std::ranges::any_of(faults_,
                             [&](const Fault& fault) { return fault.call == call && fault.machine == name; });
}

std::optional<Fault> World::take_fault(const std::string& call, const MachineName& name) {
  const auto found = std::ranges::find_if(
      faults_, [&](const Fault& fault) { return fault.call == call && fault.machine == name; });
  if (found == faults_.end()) return std::nullopt;
  fault_met_at_ = time_.now();
  if (found->lasting) return *found;
  Fault fault = std::move(*found);
  faults_.erase(found);
  return fault;
}

void World::begin_act(const Act& act, bool locked) {
  if (before_) before_(act);
  acts_.push_back(act);
  if (!locked) unlocked_acts_.push_back(act.text());
}

void World::end_act(const Act& act) {
  const std::size_t number = acts_.size();
  clients_.look();
  if (after_) after_(act);
  if (kill_at_ != 0 && number >= kill_at_) {
    kill_at_ = 0;
    throw Killed{};
  }
}

}  // namespace ff::adapters::sim
