#include "world_builder.hpp"

#include <algorithm>
#include <stdexcept>

#include "capacity/capacity.h"
#include "render/environment.h"

namespace ff::testing {
namespace {

using domain::ActiveState;
using domain::LoadState;

constexpr const char* leader = "ff-split-leader.service";
constexpr const char* worker = "ff-split-worker.service";
constexpr const char* replica = "ff-replica.service";
constexpr const char* timer = "old-split-watchdog.timer";
constexpr const char* oneshot = "old-split-watchdog.service";

std::string box(int number) {
  return "box" + std::to_string(number);
}

domain::Machine machine(const std::string& name, const std::string& last, bool is_box) {
  domain::Machine out;
  out.name = MachineName(name);
  out.ssh = name;
  out.api = "10.77.0." + last;
  if (is_box) out.fabric = "10.78.0." + last;
  return out;
}

domain::Profile common(const std::string& name, int boxes) {
  domain::Profile profile;
  profile.name = ProfileName(name);
  for (int i = 1; i <= boxes; ++i) profile.boxes.emplace_back(box(i));
  profile.model = {"vllm/vllm-openai:v0.30.0", "/models/nemotron", "nemotron"};
  profile.settings.gpu_memory_utilization = 0.76;
  profile.settings.max_num_seqs = 12;
  profile.settings.max_model_len = 262144;
  return profile;
}

domain::Declaration declaration(int boxes) {
  domain::Declaration out;
  out.cluster.name = "story";
  out.cluster.route_host = MachineName("edge");
  out.cluster.proxy.listen = {"10.77.0.100", 8080};
  for (int i = 1; i <= boxes; ++i)
    out.cluster.machines.push_back(machine(box(i), std::to_string(10 + i), true));
  out.cluster.machines.push_back(machine("edge", "100", false));
  out.cluster.overrides[{ProfileName("replica"), MachineName("box1")}] = {0.74, 8};

  domain::Profile copies = common("replica", boxes);
  copies.leader_unit = UnitName(replica);
  copies.port = 8001;
  copies.expected_start = std::chrono::minutes(13);
  domain::Profile split = common("split", boxes);
  split.boxes_per_instance = boxes;
  split.leader_unit = UnitName(leader);
  split.worker_unit = UnitName(worker);
  split.port = 8000;
  split.master_port = 29501;
  split.expected_start = std::chrono::minutes(20);
  split.watchdogs.push_back({UnitName(timer), {MachineName("box1")}, false});
  out.profiles = {copies, split};
  return out;
}

void install(World& world, const std::string& machine, const std::string& unit,
             const std::string& file_state) {
  domain::UnitState& state = world.unit(machine, unit);
  state.load = LoadState::loaded;
  state.sub = "dead";
  state.file_state = file_state;
  state.fragment = "/etc/systemd/system/" + unit;
}

void define_relations(World& world, const std::string& on, const std::string& one, const std::string& other) {
  for (const char* relation : {"Conflicts", "After"}) {
    world.define(on, one).relations[relation].push_back(UnitName(other));
    world.define(on, other).relations[relation].push_back(UnitName(one));
  }
}

void install_all(World& world, int boxes) {
  for (int i = 1; i <= boxes; ++i) {
    const std::string rank = i == 1 ? leader : worker;
    install(world, box(i), replica, "disabled");
    install(world, box(i), rank, "disabled");
    define_relations(world, box(i), replica, rank);
  }
  install(world, "box1", timer, "disabled");
  install(world, "box1", oneshot, "static");
  world.define("box1", timer).relations["Triggers"] = {UnitName(oneshot)};
  world.define("box1", oneshot).commands = {
      "/bin/sh -c curl -sf http://box1:8000/health || systemctl restart ff-split-leader.service"};
  world.define("box1", oneshot).file_state = "static";
  install(world, "edge", "nginx.service", "enabled");
  world.enabled("edge", "nginx.service").running("edge", "nginx.service");
}

}  // namespace

domain::MachineView& World::on(const std::string& machine) {
  return snapshot.machines[MachineName(machine)];
}

domain::UnitState& World::unit(const std::string& machine, const std::string& unit) {
  return on(machine).units[UnitName(unit)];
}

domain::Profile& World::profile(const std::string& name) {
  const auto found = std::ranges::find(declaration.profiles, ProfileName(name), &domain::Profile::name);
  if (found == declaration.profiles.end()) throw std::logic_error("no profile " + name);
  return *found;
}

domain::Instance World::instance(const std::string& profile, const std::string& name) const {
  for (const domain::Instance& one :
       domain::instances_of(declaration.cluster, *declaration.find(ProfileName(profile)))) {
    if (one.name == InstanceName(name)) return one;
  }
  throw std::logic_error("no instance " + name);
}

World& World::up(const std::string& profile_name, const std::string& instance_name) {
  const domain::Instance one = instance(profile_name, instance_name);
  const domain::Profile& profile = *declaration.find(one.profile);
  for (const domain::Member& member : one.members) {
    domain::MachineView& view = snapshot.machines[member.box];
    if (!runs_already(view, member.unit)) {
      const double share =
          domain::settings_on(declaration.cluster, profile, member.box).gpu_memory_utilization;
      view.memory.available = view.memory.available - capacity::need(view.memory.total, share);
    }
    running(member.box.text(), member.unit.text());
    enabled(member.box.text(), member.unit.text());
    view.files[render::environment_path(member.unit)] =
        render::unit_environment(declaration.cluster, profile, member.box, member.rank, one);
  }
  snapshot.machines[one.leader().box].listening.insert(one.endpoint.port);
  domain::Health& health = snapshot.health[one.profile][one.name];
  health = {};
  health.rung = domain::Rung::token;
  health.running = 3;
  health.waiting = 0;
  return *this;
}

bool World::runs_already(const domain::MachineView& view, const UnitName& unit) {
  return view.unit(unit).active == ActiveState::active;
}

World& World::down(const std::string& profile_name, const std::string& instance_name) {
  const domain::Instance one = instance(profile_name, instance_name);
  const domain::Profile& profile = *declaration.find(one.profile);
  for (const domain::Member& member : one.members) {
    domain::MachineView& view = snapshot.machines[member.box];
    if (runs_already(view, member.unit)) {
      const double share =
          domain::settings_on(declaration.cluster, profile, member.box).gpu_memory_utilization;
      view.memory.available = view.memory.available + capacity::need(view.memory.total, share);
    }
    resting(member.box.text(), member.unit.text());
  }
  snapshot.machines[one.leader().box].listening.erase(one.endpoint.port);
  snapshot.health[one.profile][one.name] = {};
  return *this;
}

World& World::enabled(const std::string& machine, const std::string& name) {
  on(machine).enabled_links.insert(UnitName(name));
  if (unit(machine, name).load == LoadState::loaded) unit(machine, name).file_state = "enabled";
  return *this;
}

World& World::disabled(const std::string& machine, const std::string& name) {
  on(machine).enabled_links.erase(UnitName(name));
  if (unit(machine, name).load == LoadState::loaded) unit(machine, name).file_state = "disabled";
  return *this;
}

World& World::masked(const std::string& machine, const std::string& name) {
  on(machine).masked_links.insert(UnitName(name));
  domain::UnitState& state = unit(machine, name);
  state.load = LoadState::masked;
  state.file_state = "masked";
  state.fragment.clear();
  std::erase_if(on(machine).definitions,
                [&](const domain::UnitDefinition& definition) { return definition.unit == UnitName(name); });
  return *this;
}

World& World::running(const std::string& machine, const std::string& name) {
  domain::UnitState& state = unit(machine, name);
  state.active = ActiveState::active;
  state.sub = name.ends_with(".timer") ? "waiting" : "running";
  state.invocation = InvocationId("0123456789abcdef0123456789abcdef");
  if (state.load == LoadState::loaded) define(machine, name).active = ActiveState::active;
  return *this;
}

World& World::resting(const std::string& machine, const std::string& name) {
  domain::UnitState& state = unit(machine, name);
  state.active = ActiveState::inactive;
  state.sub = "dead";
  if (state.load == LoadState::loaded) define(machine, name).active = ActiveState::inactive;
  return *this;
}

World& World::routed(const std::string& state, const std::vector<domain::Instance>& instances) {
  domain::RouteView& view = snapshot.route;
  view.unit_active = view.owned = view.answers = true;
  view.epoch = view.marker_epoch = view.public_epoch = "00000000000000aa";
  view.public_status = instances.empty() ? 503 : 200;
  view.route = {};
  view.route.state = state;
  for (const domain::Instance& one : instances)
    view.route.upstreams.push_back({one.endpoint, one.max_num_seqs});
  if (!instances.empty()) view.route.kind = domain::Route::Kind::serving;
  return *this;
}

World& World::intended(const std::string& from, const std::string& to, domain::Intent::Phase phase) {
  domain::Intent intent;
  intent.generation = {7, RunId("00007f3a")};
  intent.from = ProfileName(from);
  intent.to = ProfileName(to);
  intent.phase = phase;
  intent.operator_name = "ops@runner";
  for (auto& [name, view] : snapshot.machines) view.intent = intent;
  return *this;
}

World& World::recorded(const std::string& profile_name, const std::string& box_name, Milliseconds duration) {
  on(box_name).starts.push_back({ProfileName(profile_name), MachineName(box_name), duration, {}});
  return *this;
}

domain::UnitDefinition& World::define(const std::string& machine, const std::string& name) {
  auto& definitions = on(machine).definitions;
  const auto found = std::ranges::find(definitions, UnitName(name), &domain::UnitDefinition::unit);
  if (found != definitions.end()) return *found;
  definitions.push_back({UnitName(name), ActiveState::inactive, "disabled", {}, {}});
  return definitions.back();
}

World story(int boxes) {
  World world;
  world.declaration = declaration(boxes);
  for (const domain::Machine& one : world.declaration.cluster.machines) {
    domain::MachineView& view = world.snapshot.machines[one.name];
    view.uid = 0;
    view.machine_id = MachineId("machine-of-" + one.name.text());
    view.boot_id = BootId("boot-of-" + one.name.text());
    const bool shared = one.name == MachineName("box1");
    view.memory = {kibibytes(127601452), kibibytes(shared ? 110000000 : 123000000)};
  }
  install_all(world, boxes);
  return world.routed("maintenance", {});
}

World split_serves(int boxes) {
  World world = story(boxes);
  std::string name = "box1";
  for (int i = 2; i <= boxes; ++i) name += "+" + box(i);
  world.up("split", name).enabled("box1", timer).running("box1", timer);
  return world.routed("split", {world.instance("split", name)});
}

World replicas_serve(int boxes) {
  World world = story(boxes);
  std::vector<domain::Instance> copies;
  for (int i = 1; i <= boxes; ++i) {
    world.up("replica", box(i)).masked(box(i), i == 1 ? leader : worker);
    copies.push_back(world.instance("replica", box(i)));
  }
  world.masked("box1", timer).masked("box1", oneshot);
  return world.routed("replica", copies).intended("split", "replica", domain::Intent::Phase::steady);
}

}  // namespace ff::testing
