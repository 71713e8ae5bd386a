// The rules that hold at every act of ff, whatever happens: what is called I1 to I5 in the tests.
#include <algorithm>

#include "base/text.h"
#include "engine_story.hpp"

namespace ff::testing {
namespace {

bool is_serving_unit(const std::string& unit) {
  return unit == leader_unit || unit == worker_unit || unit == replica_unit;
}

bool at_rest(sim::Machine& machine, const UnitName& unit) {
  return machine.manager.state(unit).at_rest();
}

/// Everything on the box that could take a unit down, or whose start could: the other profile's unit and the
/// watchdog with what it starts.
std::vector<UnitName> rivals_of(sim::Machine& machine, const std::string& unit) {
  std::vector<UnitName> rivals;
  for (const UnitName& other : machine.disk.unit_files()) {
    const std::string& name = other.text();
    const bool serves = is_serving_unit(name) && name != unit;
    if (serves || name == watchdog_timer || name == watchdog_service) rivals.push_back(other);
  }
  return rivals;
}

}  // namespace

void Story::breaks(const std::string& rule) {
  if (std::ranges::find(broken, rule) == broken.end()) broken.push_back(rule);
}

void Story::check_before(const sim::Act& act) {
  if (act.call == "start" && is_serving_unit(act.subject)) check_start(act);
  if (act.call == "enable") check_enable(act);
  if (act.call == "set_route") check_route(act);
}

/// I1 and I3: before a launch everything that conflicts is at rest, disabled and masked.
void Story::check_start(const sim::Act& act) {
  sim::Machine& machine = world.machine(act.machine);
  for (const UnitName& rival : rivals_of(machine, act.subject)) {
    if (!at_rest(machine, rival)) breaks("I1 " + act.text() + " beside " + rival.text());
    const bool masked = machine.manager.state(rival).load == domain::LoadState::masked &&
                        machine.disk.masked().contains(rival);
    if (!masked) breaks("I3 " + act.text() + " with unmasked " + rival.text());
    if (machine.disk.wanted().contains(rival)) breaks("I3 " + act.text() + " with enabled " + rival.text());
  }
}

/// Whether the instance that the unit belongs to gave a token since it was started.
bool Story::healthy(const MachineName& box, const UnitName& unit) {
  for (const domain::Profile& profile : declaration.profiles) {
    for (const domain::Instance& instance : domain::instances_of(declaration.cluster, profile)) {
      if (std::ranges::none_of(instance.members, [&](const domain::Member& member) {
            return member.box == box && member.unit == unit;
          }))
        continue;
      const sim::Engine* engine = world.engine_at(instance.endpoint);
      return engine != nullptr && engine->serves() && engine->gave_token();
    }
  }
  return false;
}

/// I3: nothing is enabled that was not healthy in this run; a watchdog may be armed again as it was.
void Story::check_enable(const sim::Act& act) {
  for (const std::string& unit : split(act.subject, ' ')) {
    const bool as_before = armed_before_.contains(act.machine.text() + " " + unit);
    if (is_serving_unit(unit) ? !healthy(act.machine, UnitName(unit)) : !as_before)
      breaks("I3 " + act.text());
  }
}

/// I2: only what gave a token since its start is added to the route.
void Story::check_route(const sim::Act& act) {
  const sim::Nginx* nginx = world.nginx();
  std::vector<domain::Endpoint> before;
  if (nginx != nullptr && nginx->in_force()) {
    for (const domain::Upstream& upstream : nginx->in_force()->route.upstreams)
      before.push_back(upstream.endpoint);
  }
  std::vector<std::string> words = split(act.subject, ' ');
  for (auto word = words.begin() + 1; word != words.end(); ++word) {
    const std::size_t colon = word->rfind(':');
    const domain::Endpoint endpoint{word->substr(0, colon),
                                    static_cast<std::uint16_t>(std::stoi(word->substr(colon + 1)))};
    if (std::ranges::find(before, endpoint) != before.end()) continue;
    const sim::Engine* engine = world.engine_at(endpoint);
    if (engine == nullptr || !engine->gave_token()) breaks("I2 " + act.text());
  }
}

int Story::serving() {
  const sim::Nginx* nginx = world.nginx();
  int count = 0;
  if (nginx == nullptr || !nginx->in_force()) return count;
  for (const domain::Upstream& upstream : nginx->in_force()->route.upstreams) {
    const sim::Engine* engine = world.engine_at(upstream.endpoint);
    count += engine != nullptr && engine->serves() ? 1 : 0;
  }
  return count;
}

/// I4 and I5, and that Conflicts= never did the stopping.
void Story::check_after(const sim::Act& act) {
  if (serving() < serving_min) breaks("I4 " + act.text());
  for (const std::string& unlocked : world.unlocked_acts()) breaks("I5 " + unlocked);
  for (const auto& [name, machine] : world.machines()) {
    const auto& all = machine->manager.taken_down();
    for (std::size_t i = taken_down_before_[name]; i < all.size(); ++i)
      breaks("I1 " + name.text() + ": " + all[i]);
  }
}

}  // namespace ff::testing
