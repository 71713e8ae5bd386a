#include "rules.hpp"

#include <algorithm>

#include "base/text.h"
#include "codec/intent.h"
#include "observe/paths.h"

namespace ff::simulation {
namespace {

/// What ff saw so long ago may have changed without its knowing.
constexpr Milliseconds sight{2000};

/// "STATE ADDRESS:PORT ..." or "maintenance".
std::set<domain::Endpoint> endpoints_in(const std::string& subject) {
  std::set<domain::Endpoint> endpoints;
  const std::vector<std::string> words = split(subject, ' ');
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::size_t colon = words[i].rfind(':');
    endpoints.insert(
        {words[i].substr(0, colon), static_cast<std::uint16_t>(std::stoi(words[i].substr(colon + 1)))});
  }
  return endpoints;
}

/// Records tell, reloads only make a manager read, and the intent is what has to come first.
bool mutates(const sim::Act& act) {
  return act.call != "record" && act.call != "reload" && act.subject != observe::intent_path;
}

}  // namespace

Rules::Rules(const domain::Declaration& declaration, sim::World& world)
    : declaration_(declaration), world_(world) {}

void Rules::begin() {
  Run run;
  for (const auto& [name, machine] : world_.machines()) {
    for (const UnitName& unit : machine->disk.wanted()) run.enabled_before.emplace(name, unit);
    taken_down_seen_[name] = machine->manager.taken_down().size();
  }
  runs_.push_back(std::move(run));
}

void Rules::plan_is(const domain::Plan& plan) {
  if (runs_.empty()) return;
  std::size_t floor = plan.serving_before.size();
  for (const domain::Stage& stage : plan.stages) {
    for (const domain::Step& step : stage.steps) {
      const auto* set = std::get_if<domain::SetRoute>(&step.action);
      if (set != nullptr) floor = std::min(floor, set->route.upstreams.size());
    }
  }
  runs_.back().floor = floor;
  runs_.back().target = plan.to;
}

void Rules::breaks(const std::string& rule) {
  if (std::ranges::find(broken, rule) == broken.end()) broken.push_back(rule);
}

bool Rules::recently(MonoTime moment) {
  return moment + sight >= world_.time().now();
}

bool Rules::lately_disturbed() {
  const auto lately = [this](const std::optional<MonoTime>& moment) { return moment && recently(*moment); };
  return lately(disturbed_at_) || lately(world_.fault_met_at()) ||
         std::ranges::any_of(world_.machines(),
                             [&](const auto& entry) { return lately(entry.second->engine_failed_at); });
}

std::set<domain::Endpoint> Rules::serving() {
  std::set<domain::Endpoint> all;
  const sim::Nginx* nginx = world_.nginx();
  if (nginx == nullptr || !nginx->in_force()) return all;
  for (const domain::Upstream& upstream : nginx->in_force()->route.upstreams) {
    const sim::Engine* engine = world_.engine_at(upstream.endpoint);
    if (engine != nullptr && engine->serves()) all.insert(upstream.endpoint);
  }
  return all;
}

void Rules::before(const sim::Act& act) {
  if (runs_.empty()) return;
  stake(5);
  act_began_ = world_.time().now();
  serving_before_ = serving();
  const UnitName unit(act.subject);
  if (act.call == "start" && serves_for(act.machine, unit)) check_start(act);
  if (act.call == "start") started_by_ff_.emplace(act.machine, unit);
  if (act.call == "stop") started_by_ff_.erase({act.machine, unit});
  if (act.call == "stop") check_requests(act);
  if (act.call == "enable") check_enable(act);
  if (act.call == "set_route") check_route(act);
  if (mutates(act)) check_intent(act);
}

void Rules::after(const sim::Act& act) {
  if (runs_.empty()) return;
  check_taken_down(act);
  check_left_serving(act);
  for (; unlocked_seen_ < world_.unlocked_acts().size(); ++unlocked_seen_) {
    breaks("I5 without a fresh lease: " + world_.unlocked_acts()[unlocked_seen_]);
  }
}

/// I2: only what gave a token since its start is added to the route. I4: the plan's floor holds.
void Rules::check_route(const sim::Act& act) {
  const sim::Nginx* nginx = world_.nginx();
  std::set<domain::Endpoint> routed;
  if (nginx != nullptr && nginx->in_force()) {
    for (const domain::Upstream& upstream : nginx->in_force()->route.upstreams)
      routed.insert(upstream.endpoint);
  }
  std::size_t will_serve = 0;
  for (const domain::Endpoint& endpoint : endpoints_in(act.subject)) {
    const sim::Engine* engine = world_.engine_at(endpoint);
    will_serve += engine != nullptr && engine->serves() ? 1U : 0U;
    if (routed.contains(endpoint)) continue;
    stake(2);
    if (!gave_token(endpoint)) breaks("I2 " + act.text() + ": " + domain::text(endpoint) + " gave no token");
  }
  if (!runs_.back().floor || serving_before_.empty()) return;
  stake(4);
  const bool fewer = will_serve < serving_before_.size() && will_serve < *runs_.back().floor;
  if (fewer && !lately_disturbed()) breaks("I4 " + act.text());
}

/// What a resume rests on: every machine that is acted on knows of the change before the first act.
void Rules::check_intent(const sim::Act& act) {
  Run& run = runs_.back();
  if (!run.floor || run.intent_checked) return;
  run.intent_checked = true;
  stake(7);
  const void* owner = world_.machine(act.machine).lock_owner;
  for (const auto& [name, machine] : world_.machines()) {
    if (machine->lock_owner != owner || owner == nullptr) continue;
    const auto file = machine->disk.file(observe::intent_path);
    const auto intent = file ? codec::intent_from(*file) : fail(ErrorCode::not_found, "none");
    const bool switching = intent && intent->phase == domain::Intent::Phase::switching;
    if (!switching) breaks("I7 " + act.text() + " before the intent is on " + name.text());
  }
}

/// I4: requests that would have ended in their time are not cut. Those of an instance with a rank out of
/// reach would not; and what came up after ff's last look has given no token yet, so ff cannot know it.
void Rules::check_requests(const sim::Act& act) {
  for (const domain::Profile& profile : declaration_.profiles) {
    for (const domain::Instance& instance : domain::instances_of(declaration_.cluster, profile)) {
      const domain::Member& leader = instance.leader();
      if (leader.box != act.machine || leader.unit.text() != act.subject) continue;
      const bool whole = std::ranges::none_of(
          instance.members, [&](const domain::Member& member) { return world_.machine(member.box).cut; });
      const sim::Engine* engine = world_.engine_at(instance.endpoint);
      if (engine == nullptr || !engine->serves() || !engine->gave_token() || !whole) continue;
      stake(4);
      if (engine->running > 0 && !lately_disturbed()) breaks("I4 " + act.text() + " cuts requests under way");
    }
  }
}

/// I1: Conflicts= never did the stopping for ff.
void Rules::check_taken_down(const sim::Act&) {
  for (const auto& [name, machine] : world_.machines()) {
    const auto& all = machine->manager.taken_down();
    for (std::size_t& i = taken_down_seen_[name]; i < all.size(); ++i) {
      constexpr std::string_view by = " by the start of ";
      const std::size_t at = all[i].rfind(by);
      const UnitName starter(all[i].substr(std::min(at + by.size(), all[i].size())));
      if (started_by_ff_.contains({name, starter})) breaks("I1 " + name.text() + ": " + all[i]);
    }
  }
}

/// I4: an act other than a flip takes nothing from clients below the floor.
void Rules::check_left_serving(const sim::Act& act) {
  const std::size_t now = serving().size();
  if (now < static_cast<std::size_t>(serving_min)) breaks("I4 " + act.text() + ": too few serve");
  if (act.call != "stop" && act.call != "start") return;
  if (!runs_.back().floor || serving_before_.empty()) return;
  stake(4);
  const bool meanwhile = lately_disturbed() || (disturbed_at_ && *disturbed_at_ >= act_began_);
  if (now < serving_before_.size() && now < *runs_.back().floor && !meanwhile) breaks("I4 " + act.text());
}

}  // namespace ff::simulation
