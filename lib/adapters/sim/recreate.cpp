#include "adapters/sim/recreate.h"

#include <algorithm>
#include <utility>

#include "adapters/sim/unit_text.h"
#include "codec/intent.h"
#include "codec/record.h"
#include "render/environment.h"
#include "render/mask.h"
#include "render/proxy_config.h"

namespace ff::adapters::sim {
namespace {

using domain::ActiveState;
using domain::MachineView;

constexpr Milliseconds request_length{10'000};
constexpr Milliseconds first_token{200};

/// Who a unit is in a profile.
struct Role {
  const domain::Profile* profile;
  domain::Instance instance;
  int rank = 0;
};
using Roles = std::map<std::pair<MachineName, UnitName>, Role>;

const domain::Health* health_in(const domain::Snapshot& snapshot, const domain::Instance& instance) {
  const domain::Health* health = snapshot.health_of(instance);
  return health != nullptr && health->rung >= domain::Rung::accepting ? health : nullptr;
}

/// Of profiles that share a unit the one that answers counts.
Roles roles_in(const domain::Declaration& declaration, const domain::Snapshot& snapshot) {
  Roles roles;
  for (const domain::Profile& profile : declaration.profiles) {
    for (const domain::Instance& instance : domain::instances_of(declaration.cluster, profile)) {
      for (const domain::Member& member : instance.members) {
        const auto [role, added] =
            roles.try_emplace({member.box, member.unit}, Role{&profile, instance, member.rank});
        const bool answers = health_in(snapshot, instance) != nullptr;
        if (!added && answers && health_in(snapshot, role->second.instance) == nullptr)
          role->second = {&profile, instance, member.rank};
      }
    }
  }
  return roles;
}

/// Ports that things of this world open themselves.
std::set<std::uint16_t> own_ports(const domain::Declaration& declaration, const MachineName& machine) {
  std::set<std::uint16_t> ports;
  for (const domain::Profile& profile : declaration.profiles)
    ports.insert({profile.port, profile.master_port});
  const domain::Proxy& proxy = declaration.cluster.proxy;
  if (machine == declaration.cluster.route_host) ports.insert({proxy.listen.port, proxy.marker_port});
  return ports;
}

class Recreation {
 public:
  Recreation(const domain::Declaration& declaration, const domain::Snapshot& snapshot, World& world)
      : declaration_(declaration),
        snapshot_(snapshot),
        world_(world),
        roles_(roles_in(declaration, snapshot)) {}

  void set_time();
  void set_paces(const std::vector<ports::Pace>& paces);
  void make_machine(const MachineName& name, const MachineView& view);
  void make_route();
  void lead_strangers();
  void hang_engines();
  void load_clients();

 private:
  void put_files(const MachineName& name, const MachineView& view);
  void put_units(const MachineName& name, const MachineView& view);
  void place_units(const MachineName& name, const MachineView& view);
  [[nodiscard]] const Role* role(const MachineName& machine, const UnitName& unit) const;
  [[nodiscard]] domain::UnitState placed(const MachineView& view, const UnitName& unit);

  const domain::Declaration& declaration_;
  const domain::Snapshot& snapshot_;
  World& world_;
  Roles roles_;
};

const Role* Recreation::role(const MachineName& machine, const UnitName& unit) const {
  const auto found = roles_.find({machine, unit});
  return found == roles_.end() ? nullptr : &found->second;
}

/// Late enough that every unit's age fits in: all machines have one clock here.
void Recreation::set_time() {
  Milliseconds uptime{0};
  for (const auto& [name, view] : snapshot_.machines) uptime = std::max(uptime, view.uptime);
  world_.time().begin_at(world_.time().now() + uptime, snapshot_.seen_at);
}

void Recreation::set_paces(const std::vector<ports::Pace>& paces) {
  for (const auto& [where, role] : roles_) {
    Manner& manner = world_.manner(where.first.text(), where.second.text());
    manner.first_token = first_token;
    manner.environment =
        render::unit_environment(declaration_.cluster, *role.profile, where.first, role.rank, role.instance);
  }
  for (const ports::Pace& pace : paces) {
    Manner& manner = world_.manner(pace.machine.text(), pace.unit.text());
    manner.load = std::max(pace.start - first_token, Milliseconds{0});
    manner.stop = pace.stop;
    manner.memory_return = pace.memory;
  }
}

void Recreation::put_files(const MachineName& name, const MachineView& view) {
  Disk& disk = world_.machine(name).disk;
  for (const auto& [path, content] : view.files) disk.put(path, content);
  if (view.intent) disk.put("/var/lib/ff/intent.json", codec::intent_json(*view.intent));
  for (const domain::RecordedStart& start : view.starts)
    disk.append("/var/lib/ff/starts.jsonl", codec::start_line(start) + "\n");
  for (const domain::RecordedOutage& outage : view.outages)
    disk.append("/var/lib/ff/outages.jsonl", codec::outage_line(outage) + "\n");
}

void Recreation::put_units(const MachineName& name, const MachineView& view) {
  Machine& machine = world_.machine(name);
  const UnitName& proxy = declaration_.cluster.proxy.unit;
  if (name == declaration_.cluster.route_host) (void)machine.manager.disable(proxy);
  const std::set<UnitName> units = units_that_matter(view);
  std::set<UnitName> names = units;
  for (const auto& [unit, state] : view.units) names.insert(unit);
  for (const UnitName& unit : units) {
    if (name == declaration_.cluster.route_host && unit == proxy) continue;
    const bool vendor = view.unit(unit).fragment.find("/lib/systemd/") != std::string::npos;
    const std::string folder = vendor ? "/usr/lib/systemd/system/" : "/etc/systemd/system/";
    machine.disk.put(folder + unit.text(), unit_text(view, unit, names, role(name, unit) != nullptr));
  }
  for (const UnitName& unit : view.enabled_links) {
    const char* target = unit.text().ends_with(".timer") ? "timers.target" : "multi-user.target";
    machine.disk.link(std::string("/etc/systemd/system/") + target + ".wants/" + unit.text(), unit.text());
  }
  for (const UnitName& unit : view.masked_links) machine.disk.link(render::mask_path(unit), "/dev/null");
  machine.manager.reload();
}

/// Its state with the time since which it is active by this world's clock.
domain::UnitState Recreation::placed(const MachineView& view, const UnitName& unit) {
  domain::UnitState state = view.unit(unit);
  const auto age = view.age(unit);
  const auto now = std::chrono::duration_cast<Milliseconds>(world_.time().now().time_since_epoch());
  if (age) state.active_since_us = std::chrono::microseconds(now - *age).count();
  return state;
}

/// Leaders before their workers, which join them.
void Recreation::place_units(const MachineName& name, const MachineView& view) {
  std::vector<UnitName> units;
  for (const auto& [unit, state] : view.units) units.push_back(unit);
  for (const UnitName& unit : units) {
    if (view.unit(unit).load == domain::LoadState::not_found) continue;
    const Role* own = role(name, unit);
    const bool on_its_way = own != nullptr && (view.unit(unit).active != ActiveState::active ||
                                               health_in(snapshot_, own->instance) == nullptr);
    world_.machine(name).manager.place(unit, placed(view, unit), on_its_way);
  }
}

void Recreation::make_machine(const MachineName& name, const MachineView& view) {
  Machine& machine = world_.machine(name);
  machine.cut = !view.known();
  if (!view.known()) return;
  machine.machine_id = view.machine_id;
  machine.boot_id = view.boot_id;
  machine.uid = view.uid;
  machine.other_ports = view.listening;
  for (const std::uint16_t port : own_ports(declaration_, name)) machine.other_ports.erase(port);
  machine.memory.set_at_rest({view.memory.total, view.memory.total});
  if (!view.folders.empty()) machine.disk.set_rooms(view.folders);
  put_files(name, view);
  put_units(name, view);
  if (name == declaration_.cluster.route_host) make_route();
  place_units(name, view);
  machine.memory.set_now(view.memory);
}

void Recreation::make_route() {
  const domain::RouteView& route = snapshot_.route;
  const std::string config =
      route.owned ? render::proxy_config(declaration_.cluster, route.route) : "# not ff's\n";
  world_.machine(declaration_.cluster.route_host).disk.put(declaration_.cluster.proxy.config, config);
}

/// A configuration that is not ff's leads to what serves, as far as can be told.
void Recreation::lead_strangers() {
  if (snapshot_.route.owned) return;
  for (const auto& [where, role] : roles_) {
    const bool serves = role.rank == 0 && health_in(snapshot_, role.instance) != nullptr;
    if (serves) world_.strangers_way.push_back(role.instance.endpoint);
  }
}

/// What accepts and gives no token.
void Recreation::hang_engines() {
  for (const auto& [where, role] : roles_) {
    const domain::Health* health = health_in(snapshot_, role.instance);
    if (health == nullptr || health->rung == domain::Rung::token) continue;
    if (Engine* engine = world_.engine_behind(role.instance.endpoint)) engine->hang();
  }
}

void Recreation::load_clients() {
  int running = 0;
  for (const auto& [where, role] : roles_) {
    const domain::Health* health = role.rank == 0 ? health_in(snapshot_, role.instance) : nullptr;
    if (health != nullptr) running += health->running.value_or(0);
  }
  if (running > 0) world_.clients().load(running, request_length);
}

}  // namespace

void recreate(const domain::Declaration& declaration, const domain::Snapshot& snapshot,
              const std::vector<ports::Pace>& paces, World& world) {
  Recreation recreation(declaration, snapshot, world);
  recreation.set_time();
  recreation.set_paces(paces);
  // A worker joins a leader that is there: boxes with leaders come first.
  std::vector<MachineName> order;
  for (const domain::Machine& machine : declaration.cluster.machines) order.push_back(machine.name);
  std::ranges::stable_partition(order, [&](const MachineName& name) {
    return std::ranges::any_of(declaration.profiles, [&](const domain::Profile& profile) {
      return !snapshot.machine(name).unit(profile.leader_unit).at_rest();
    });
  });
  for (const MachineName& name : order) recreation.make_machine(name, snapshot.machine(name));
  recreation.lead_strangers();
  recreation.hang_engines();
  recreation.load_clients();
}

}  // namespace ff::adapters::sim
