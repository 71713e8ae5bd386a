#include "stage.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/status.h"
#include "observe/paths.h"
#include "render/environment.h"
#include "render/mask.h"
#include "render/proxy_config.h"
#include "units.hpp"

namespace ff::simulation {
namespace {

using namespace std::chrono_literals;
using sim::JobKind;

constexpr Bytes box_memory = kibibytes(127601452);
constexpr Bytes box_memory_free = kibibytes(123000000);

/// How long things take while nothing is wrong with them.
void calm(const Scenario& scenario, sim::Manner& manner) {
  manner = {};
  manner.load = scenario.load;
  manner.stop = scenario.unload;
  manner.memory_return = scenario.memory_back;
  manner.first_token = 20ms;
}

}  // namespace

Stage::Stage(const Scenario& its_scenario, const Plant& plant)
    : scenario(its_scenario),
      declaration(its_scenario.declaration),
      world(its_scenario.declaration.cluster),
      rules(declaration, world),
      plant_(plant) {
  install();
  world.before_act([this](const sim::Act& act) { rules.before(act); });
  world.after_act([this](const sim::Act& act) {
    rules.after(act);
    if (on_act) on_act(act);
  });
}

void Stage::install() {
  for (const auto& [name, machine] : world.machines()) {
    for (const auto& [unit, text] : unit_files(scenario, name)) world.install(name.text(), unit, text);
    machine->manager.reload();
  }
  heal();
}

void Stage::heal() {
  for (const auto& [name, machine] : world.machines()) {
    machine->cut = false;
    machine->disk.set_full(false);
    machine->memory.set_at_rest({box_memory, box_memory_free});
    if (!machine->power) machine->power_on();
    for (const UnitName& unit : machine->disk.unit_files())
      calm(scenario, world.manner(name.text(), unit.text()));
  }
  // Memory that is kept for longer than a run waits for it is a fault of its own.
  for (const Trouble& trouble : scenario.troubles) {
    const bool kept = trouble.kind == Trouble::Kind::memory_kept && trouble.lasts > 5min;
    if (kept) world.machine(trouble.machine).memory.settle();
  }
  world.clear_faults();
  world.kill_after(0);
  world.clients().look();
}

void Stage::start_by_hand(const MachineName& machine, const UnitName& unit) {
  rules.disturbed();
  (void)world.machine(machine).manager.queue(unit, JobKind::start);
}

void Stage::enable_by_hand(const MachineName& machine, const UnitName& unit) {
  rules.disturbed();
  (void)world.machine(machine).manager.enable(unit);
  world.machine(machine).manager.reload();
}

void Stage::put_route(const domain::Route& route) {
  const domain::Proxy& proxy = declaration.cluster.proxy;
  const MachineName& host = declaration.cluster.route_host;
  world.machine(host).disk.put(proxy.config, render::proxy_config(declaration.cluster, route));
  start_by_hand(host, proxy.unit);
}

/// Settings, units, route and watchdogs of one profile, as a hand that knows them would go about it.
void Stage::bring_up(const domain::Profile& profile, bool armed) {
  domain::Route route;
  route.kind = domain::Route::Kind::serving;
  route.state = profile.name.text();
  for (const domain::Instance& instance : domain::instances_of(declaration.cluster, profile)) {
    for (const domain::Member& member : instance.members) {
      world.machine(member.box)
          .disk.put(
              render::environment_path(member.unit),
              render::unit_environment(declaration.cluster, profile, member.box, member.rank, instance));
      enable_by_hand(member.box, member.unit);
      start_by_hand(member.box, member.unit);
    }
    route.upstreams.push_back({instance.endpoint, instance.max_num_seqs});
  }
  put_route(route);
  world.time().pass(scenario.load + 1s);
  for (const domain::Watchdog& watchdog : profile.watchdogs) {
    for (const MachineName& box : watchdog.boxes) {
      if (!armed) break;
      enable_by_hand(box, watchdog.unit);
      start_by_hand(box, watchdog.unit);
    }
  }
}

void Stage::set_out() {
  const Start& start = scenario.start;
  domain::Route maintenance;
  maintenance.state = "maintenance";
  if (start.serves.empty() || !start.by_hand) put_route(maintenance);
  if (!start.serves.empty() && start.by_hand) bring_up(*declaration.find(start.serves), start.armed);
  if (!start.serves.empty() && !start.by_hand) (void)go(start.serves, "before");
  if (scenario.requests > 0) world.clients().load(scenario.requests, 400ms);
  if (!start.towards.empty()) {
    world.kill_after(start.killed_at);
    (void)go(start.towards, "before");
    world.kill_after(0);
  }
  for (const Disorder& one : start.disorder) disturb(one);
  if (!start.proxy_runs) {
    const domain::Cluster& cluster = declaration.cluster;
    (void)world.machine(cluster.route_host).manager.queue(cluster.proxy.unit, JobKind::stop);
  }
  world.time().pass(3s);
}

void Stage::disturb(const Disorder& disorder) {
  sim::Machine& machine = world.machine(disorder.machine);
  switch (disorder.kind) {
    case Disorder::Kind::enabled:
      return enable_by_hand(disorder.machine, disorder.unit);
    case Disorder::Kind::started:
      return start_by_hand(disorder.machine, disorder.unit);
    case Disorder::Kind::stopped:
      (void)machine.manager.queue(disorder.unit, JobKind::stop);
      return;
    case Disorder::Kind::masked:
    case Disorder::Kind::mask_unread:
      machine.disk.link(render::mask_path(disorder.unit), "/dev/null");
      if (disorder.kind == Disorder::Kind::masked) machine.manager.reload();
      return;
    case Disorder::Kind::environment_lost:
      machine.disk.remove(render::environment_path(disorder.unit));
      return;
    case Disorder::Kind::intent_lost:
      machine.disk.remove(observe::intent_path);
      return;
  }
}

Ended Stage::go(const ProfileName& target, const std::string& operator_name, std::stop_token stop) {
  Ended ended;
  ended.acts_from = world.acts().size();
  const Rules::Watch watch(rules);
  sim::Seat* const before = ff;
  note(fmt::format("-- {} asks for {}", operator_name, target.text()));
  try {
    sim::Seat seat(world);
    ff = &seat;
    const app::Scene scene{declaration, seat.readers()};
    app::SwitchRequest request;
    request.target = target;
    request.run = RunId(fmt::format("{:08x}", ++runs_));
    request.operator_name = operator_name;
    request.version = "simulated";
    const auto confirm = [](const domain::Plan&) { return true; };
    const auto planted = plant_.gate ? plant_.gate(seat) : nullptr;
    ports::Gate& gate = planted ? *planted : seat;
    auto outcome = app::switch_to(scene, gate, request, confirm, std::move(stop));
    if (outcome) ended.outcome = std::move(*outcome);
    if (!outcome) ended.error = std::move(outcome.error());
  } catch (const sim::Killed&) {
    ended.killed = true;
  }
  ff = before;
  ended.acts_to = world.acts().size();
  note("-- " + words(ended));
  return ended;
}

bool Stage::look_only(const ProfileName& target) {
  const auto disks = [this] {
    std::string all;
    for (const auto& [name, machine] : world.machines()) all += machine->disk.fingerprint().text();
    return all;
  };
  const std::size_t acts = world.acts().size();
  const std::string before = disks();
  sim::Seat seat(world);
  const app::Scene scene{declaration, seat.readers()};
  (void)app::plan_for(scene, target, {}, {});
  (void)app::status(scene, app::Tokens::asked, {});
  return world.acts().size() == acts && disks() == before;
}

bool Stage::serves(const ProfileName& profile) {
  const domain::Profile* declared = declaration.find(profile);
  if (declared == nullptr) return world.clients().status() == 503;
  const std::set<domain::Endpoint> serving = rules.serving();
  const auto instances = domain::instances_of(declaration.cluster, *declared);
  return std::ranges::all_of(
      instances, [&](const domain::Instance& instance) { return serving.contains(instance.endpoint); });
}

std::string Stage::standing() {
  std::string text;
  for (const auto& [name, machine] : world.machines()) {
    for (const UnitName& unit : machine->disk.unit_files()) {
      if (unit.text().starts_with("watch-") && unit.text().ends_with(".service")) continue;
      const domain::UnitState state = machine->manager.state(unit);
      text += fmt::format("{} {} {}{}{}\n", name.text(), unit.text(), word(state.active),
                          machine->disk.wanted().contains(unit) ? " enabled" : "",
                          machine->disk.masked().contains(unit) ? " masked" : "");
    }
  }
  for (const domain::Endpoint& endpoint : rules.serving()) text += "serves " + domain::text(endpoint) + "\n";
  return text;
}

std::vector<std::string> Stage::story() const {
  std::vector<std::string> lines;
  auto next = notes_.begin();
  const auto add_notes = [&](std::size_t number) {
    for (; next != notes_.end() && next->first <= number; ++next) lines.push_back(next->second);
  };
  for (std::size_t i = 0; i < world.acts().size(); ++i) {
    add_notes(i);
    if (world.acts()[i].call == "record") continue;
    lines.push_back(fmt::format("{:4} {}", i + 1, world.acts()[i].text()));
  }
  add_notes(world.acts().size());
  return lines;
}

std::string words(const Ended& ended) {
  if (ended.killed) return "killed";
  const Error* error = ended.error ? &*ended.error : ended.outcome.error ? &*ended.outcome.error : nullptr;
  std::string text = ended.error ? "no outcome" : domain::word(ended.outcome.kind);
  if (!ended.error) text += fmt::format(", serving {} of {}", ended.outcome.serving, ended.outcome.declared);
  for (const domain::Hazard& hazard : ended.outcome.hazards) text += "; " + hazard.id.text();
  if (error != nullptr)
    text += fmt::format(": {} {}: {}", error->where.machine.text(), error->where.unit.text(), error->what);
  return text;
}

}  // namespace ff::simulation
