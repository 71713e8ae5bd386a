#include "engine_story.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "base/text.h"
#include "codec/intent.h"
#include "codec/record.h"
#include "observe/paths.h"
#include "render/environment.h"
#include "render/proxy_config.h"
#include "source_folder.hpp"

namespace ff::testing {
namespace {

using namespace std::chrono_literals;
using sim::JobKind;

constexpr const char* oneshot_text =
    "[Service]\nType=oneshot\n"
    "ExecStart=/bin/sh -c 'curl -sf http://box1:8000/health || systemctl restart ff-split-leader.service'\n";
constexpr const char* timer_text =
    "[Timer]\nOnActiveSec=2s\nOnUnitInactiveSec=2s\n[Install]\nWantedBy=timers.target\n";

std::string shipped(const std::string& unit) {
  std::ifstream file(tests::source_folder() + "/units/" + unit);
  if (!file) throw std::runtime_error("no shipped unit " + unit);
  return {std::istreambuf_iterator<char>(file), {}};
}

void start_by_hand(sim::World& world, const std::string& machine, const std::string& unit) {
  sim::Manager& manager = world.machine(machine).manager;
  if (!manager.enable(UnitName(unit))) throw std::logic_error("cannot enable " + unit);
  manager.reload();
  if (!manager.queue(UnitName(unit), JobKind::start)) throw std::logic_error("cannot start " + unit);
}

std::string rank_unit(int box) {
  return box == 1 ? leader_unit : worker_unit;
}

}  // namespace

Story::Story(int boxes)
    : declaration(story(boxes).declaration), world(declaration.cluster), rules(declaration, world) {
  for (int i = 1; i <= boxes; ++i) {
    const std::string box = "box" + std::to_string(i);
    for (const std::string& unit : {std::string(replica_unit), rank_unit(i)}) {
      world.install(box, unit, shipped(unit));
      world.manner(box, unit).load = 3s;
    }
  }
  world.machine("box1").memory.set_at_rest({kibibytes(127601452), kibibytes(110000000)});
  world.machine("edge").memory.set_at_rest({kibibytes(16000000), kibibytes(12000000)});
  world.install("box1", watchdog_timer, timer_text);
  world.install("box1", watchdog_service, oneshot_text);
  for (const auto& [name, machine] : world.machines()) machine->manager.reload();
  world.before_act([this](const sim::Act& act) { rules.before(act); });
  world.after_act([this](const sim::Act& act) {
    rules.after(act);
    if (on_act) on_act(act);
  });
}

void Story::put_environment(const domain::Profile& profile, const domain::Instance& instance) {
  for (const domain::Member& member : instance.members) {
    world.machine(member.box)
        .disk.put(render::environment_path(member.unit),
                  render::unit_environment(declaration.cluster, profile, member.box, member.rank, instance));
  }
}

Story& Story::split_serves() {
  const domain::Profile& split = *declaration.find(ProfileName("split"));
  const domain::Instance instance = domain::instances_of(declaration.cluster, split).front();
  put_environment(split, instance);
  for (const domain::Member& member : instance.members) {
    start_by_hand(world, member.box.text(), member.unit.text());
  }
  domain::Route route;
  route.kind = domain::Route::Kind::serving;
  route.state = "split";
  route.upstreams = {{instance.endpoint, instance.max_num_seqs}};
  const domain::Proxy& proxy = declaration.cluster.proxy;
  world.machine("edge").disk.put(proxy.config, render::proxy_config(declaration.cluster, route));
  start_by_hand(world, "edge", proxy.unit.text());
  world.time().pass(10s);
  start_by_hand(world, "box1", watchdog_timer);
  world.clients().load(4, 2s);
  world.time().pass(5s);
  return *this;
}

Story& Story::quick() {
  for (const auto& [name, machine] : world.machines()) {
    for (const UnitName& unit : machine->disk.unit_files()) {
      sim::Manner& manner = world.manner(name.text(), unit.text());
      manner.load = 200ms;
      manner.stop = 50ms;
      manner.memory_return = 100ms;
      manner.first_token = 10ms;
    }
  }
  return *this;
}

Story& Story::recorded(const std::string& profile, const std::string& box, Milliseconds duration) {
  const domain::RecordedStart start{ProfileName(profile), MachineName(box), duration, world.time().wall()};
  world.machine(box).disk.append(observe::starts_path, codec::start_line(start) + "\n");
  return *this;
}

domain::Outcome Story::go(const std::string& target, std::stop_token stop, const app::Confirm& confirm) {
  return carry_out([&](const app::Scene& scene, sim::Seat& seat, app::SwitchRequest request) {
    request.target = ProfileName(target);
    request.absent = absent;
    request.on_failure = on_failure;
    const auto watched = [&](const domain::Plan& plan) {
      rules.plan_is(plan);
      return confirm(plan);
    };
    return app::switch_to(scene, seat, request, watched, stop);
  });
}

domain::Outcome Story::carry_out(
    const std::function<Result<domain::Outcome>(const app::Scene&, sim::Seat&, app::SwitchRequest)>& call) {
  const simulation::Rules::Watch watch(rules);
  sim::Seat seat(world);
  ff = &seat;
  const app::Scene scene{declaration, seat.readers()};
  app::SwitchRequest request;
  request.run = RunId(fmt::format("{:08x}", ++runs_));
  request.operator_name = "ops@runner";
  request.version = "test";
  const auto outcome = call(scene, seat, request);
  events = seat.events().all;
  ff = nullptr;
  if (outcome) return *outcome;
  if (outcome.error().code != ErrorCode::cancelled) throw std::logic_error(outcome.error().what);
  domain::Outcome cancelled;
  cancelled.kind = domain::Outcome::Kind::interrupted;
  cancelled.error = outcome.error();
  return cancelled;
}

std::string Story::standing(Intents intents) {
  std::string text;
  for (const auto& [name, machine] : world.machines()) {
    for (const UnitName& unit : machine->disk.unit_files()) {
      const domain::UnitState state = machine->manager.state(unit);
      const bool enabled = machine->disk.wanted().contains(unit);
      text += fmt::format("{} {} {} {}{}{}\n", name.text(), unit.text(), word(state.load), word(state.active),
                          enabled ? " enabled" : "", machine->disk.masked().contains(unit) ? " masked" : "");
    }
    const auto intent = intent_on(name);
    if (intent && intents == Intents::told) {
      const bool steady = intent->phase == domain::Intent::Phase::steady;
      text +=
          fmt::format("{} intent {} {}\n", name.text(), intent->to.text(), steady ? "steady" : "switching");
    }
  }
  const sim::Nginx* nginx = world.nginx();
  text += "route";
  if (nginx != nullptr && nginx->in_force()) {
    text += " " + nginx->in_force()->route.state;
    for (const domain::Upstream& upstream : nginx->in_force()->route.upstreams) {
      text += fmt::format(" {}/{}", domain::text(upstream.endpoint), upstream.cap);
    }
  }
  return text + "\n";
}

std::vector<std::string> Story::acts(std::size_t from) const {
  std::vector<std::string> texts;
  for (std::size_t i = from; i < world.acts().size(); ++i) {
    if (world.acts()[i].call != "record") texts.push_back(world.acts()[i].text());
  }
  return texts;
}

std::vector<std::string> Story::acts_since(const std::string& act) const {
  const auto all = acts();
  const auto found = std::ranges::find(all, act);
  return found == all.end() ? std::vector<std::string>{} : std::vector<std::string>(found + 1, all.end());
}

std::string Story::clients_saw(MonoTime from) {
  std::vector<std::string> statuses;
  for (const auto& [since, status] : world.clients().seen()) {
    if (since >= from) statuses.push_back(std::to_string(status));
    // What they got when the time began counts as seen in it.
    if (since < from) statuses = {std::to_string(status)};
  }
  return joined(statuses, " ");
}

std::optional<domain::Intent> Story::intent_on(const MachineName& machine) {
  const auto file = world.machine(machine).disk.file(observe::intent_path);
  const auto intent = file ? codec::intent_from(*file) : fail(ErrorCode::not_found, "none");
  return intent ? std::optional(*intent) : std::nullopt;
}

std::string Story::disks() {
  std::string all;
  for (const auto& [name, machine] : world.machines()) all += machine->disk.fingerprint().text() + " ";
  return all;
}

}  // namespace ff::testing
