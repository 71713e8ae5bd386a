#include "canaries.hpp"

#include "codec/intent.h"
#include "observe/paths.h"
#include "plant_gate.hpp"
#include "plant_plan.hpp"

namespace ff::simulation {
namespace {

/// Most show in nearly every seed; some need a trouble that comes at the right moment.
constexpr std::size_t soon = 50;
constexpr std::size_t later = 1000;

bool is_intent(const std::string& call, const std::string& subject) {
  return call == "write_file" && subject.starts_with(observe::intent_path);
}

/// Of an instance of many boxes only the leader's is stopped.
void retire_leaders_only(domain::Plan& plan) {
  for (domain::Stage& stage : plan.stages) {
    std::erase_if(stage.steps, [](const domain::Step& step) {
      const auto* retire = std::get_if<domain::Retire>(&step.action);
      return retire != nullptr && retire->ports.empty() &&
             std::ranges::any_of(retire->units, [](const UnitName& unit) {
               return unit.text().find("-worker") != std::string::npos;
             });
    });
  }
  std::erase_if(plan.stages, [](const domain::Stage& stage) { return stage.steps.empty(); });
}

/// Clients are sent away wherever the plan would have left some of the instances to them.
void maintenance_for_some(domain::SetRoute& set) {
  if (set.route.kind != domain::Route::Kind::serving) return;
  set.route.kind = domain::Route::Kind::maintenance;
  set.route.state = "maintenance";
  set.route.upstreams.clear();
}

void no_memory_wait(domain::Plan& plan) {
  each_step<domain::Retire>([](domain::Retire& retire) { retire.memory_available_min = {}; })(plan);
}

std::vector<Canary> in_plans() {
  const auto forget_one = [](domain::SetRoute& set) {
    if (set.route.upstreams.size() > 1) set.route.upstreams.pop_back();
  };
  return {
      {"no-silence", "watchdogs are not silenced", soon, {without_steps<domain::Silence>(), {}}},
      {"no-drain", "requests under way are cut", soon, {without_steps<domain::Drain>(), {}}},
      {"no-retire", "new units start beside the old ones", soon, {without_steps<domain::Retire>(), {}}},
      {"leaders-only", "workers of an old instance are left running", later, {retire_leaders_only, {}}},
      {"no-memory-wait", "a start does not wait for memory to come back", later, {no_memory_wait, {}}},
      {"no-mask", "retired units are not masked", soon, {without_steps<domain::Mask>(), {}}},
      {"no-unmask", "units that are to come stay masked", later, {without_steps<domain::Unmask>(), {}}},
      {"no-configure", "settings are not written", soon, {without_steps<domain::Configure>(), {}}},
      {"no-ladder", "nobody waits for a token", soon, {without_steps<domain::AwaitHealthy>(), {}}},
      {"flip-early",
       "clients are led to a copy before it is healthy",
       soon,
       {before_healthy<domain::SetRoute>(), {}}},
      {"enable-early",
       "units are enabled before they are healthy",
       soon,
       {before_healthy<domain::Enable>(), {}}},
      {"no-enable",
       "a reboot does not bring the new units back",
       soon,
       {without_steps<domain::Enable>(), {}}},
      {"all-away",
       "clients are sent away while some copies serve",
       soon,
       {each_step<domain::SetRoute>(maintenance_for_some), {}}},
      {"route-forgets", "the route lacks a copy", soon, {each_step<domain::SetRoute>(forget_one), {}}},
      {"no-settle", "nobody looks again at the end", later, {without_steps<domain::Settle>(), {}}},
  };
}

std::vector<Canary> at_ports() {
  const auto call = [](std::string name) {
    return [name = std::move(name)](const MachineName&, const std::string& its_call, const std::string&) {
      return its_call == name;
    };
  };
  const auto switching = [](const MachineName&, const std::string& its_call, const std::string& subject) {
    return is_intent(its_call, subject) && subject.find("switching") != std::string::npos;
  };
  const auto elsewhere = [](const MachineName& machine, const std::string& its_call,
                            const std::string& subject) {
    return is_intent(its_call, subject) && machine != MachineName("box1");
  };
  const auto on_the_way = [](const MachineName&, const std::string& its_call, const std::string& subject) {
    return is_intent(its_call, subject) && subject.find("steady") != std::string::npos;
  };
  return {
      {"no-links", "a mask's link is not made", soon, {{}, swallowing(call("make_link"))}},
      {"no-reload", "managers do not read masks", soon, {{}, swallowing(call("reload"))}},
      {"no-disable", "what is retired stays enabled", soon, {{}, swallowing(call("disable"))}},
      {"no-stop", "what is retired goes on", soon, {{}, swallowing(call("stop"))}},
      {"no-lift", "masks are never taken away", later, {{}, swallowing(call("remove_file"))}},
      {"no-intent", "the intent is not written before the first act", soon, {{}, swallowing(switching)}},
      {"intent-on-one", "only one machine knows of the intent", soon, {{}, swallowing(elsewhere)}},
      {"never-steady", "the intent is not closed at the end", soon, {{}, swallowing(on_the_way)}},
      {"unfenced", "acts go on after the lease is lost", later, {{}, unfenced()}},
  };
}

}  // namespace

std::vector<Canary> canaries() {
  std::vector<Canary> all = in_plans();
  for (Canary& canary : at_ports()) all.push_back(std::move(canary));
  return all;
}

}  // namespace ff::simulation
