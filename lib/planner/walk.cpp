#include "planner/walk.h"

#include <algorithm>
#include <cassert>

#include "planner/imagine.h"
#include "planner/steps.h"
#include "words/reason.h"

namespace ff::planner {
namespace {

using Fate = Coming::Fate;
namespace reason = words::reason;

/// At a launch everything that conflicts is at rest, disabled and masked: what holds against hand, timer,
/// watchdog and reboot.
bool guarded(const Terms& terms, const domain::Snapshot& world, const MachineName& box) {
  const auto found = terms.buckets.mask.find(box);
  if (found == terms.buckets.mask.end()) return true;
  const domain::MachineView& view = world.machine(box);
  return std::ranges::all_of(
      found->second, [&](const UnitName& unit) { return quiet(view, unit) && kept_down(view, unit); });
}

bool stops_something(const Component& component) {
  return !component.leaving.empty() ||
         std::ranges::any_of(component.coming, [](const Coming* one) { return one->fate == Fate::replace; });
}

bool starts_something(const Component& component) {
  return std::ranges::any_of(component.coming, [](const Coming* one) { return one->fate != Fate::keep; });
}

/// A copy that was healthy already and that clients do not get to: a run was cut before its flip.
bool keeps_one_unrouted(const Component& component, const domain::Snapshot& world) {
  return std::ranges::any_of(component.coming, [&](const Coming* one) {
    return one->fate == Fate::keep && !routed(world, one->instance);
  });
}

bool stops_a_healthy_one(const Component& component) {
  return std::ranges::any_of(component.leaving,
                             [](const Leaving* one) { return one->verdict.standing == Standing::healthy; }) ||
         std::ranges::any_of(component.coming,
                             [](const Coming* one) { return one->fate == Fate::replace && one->serves; });
}

/// The profile asks for it, and there is nobody whom it could slow down.
bool together(const Terms& terms, const Component& component, bool nothing_serves) {
  return nothing_serves && terms.target->launch == domain::Profile::Launch::together &&
         component.coming.size() > 1;
}

}  // namespace

Walk::Walk(const Terms& terms) : terms_(terms), world_(terms.snapshot), to_mask_(terms.buckets.mask) {
  for (const Coming& one : terms.buckets.coming) {
    if (one.serves) serving_.push_back(one.instance);
  }
  for (const Leaving& one : terms.buckets.leaving) {
    // One that a run before this one has taken from clients already is not given back to them.
    if (one.serves) serving_.push_back(*one.instance);
  }
  std::ranges::sort(serving_, {}, &domain::Instance::name);
}

void Walk::go() {
  silence();
  const bool at_once = serving_.empty() && terms_.target != nullptr &&
                       terms_.target->launch == domain::Profile::Launch::together;
  for (const Component& component : components_of(terms_.buckets, at_once)) change(component);
  mask();
  route(reason::route_differs());
  arm();
  if (!stages_.empty()) settle();
}

void Walk::add(std::vector<domain::Step> steps, Drop drop) {
  std::vector<domain::Stage> fresh;
  std::map<MachineName, std::size_t> steps_on;
  for (domain::Step& step : steps) {
    if (drop == Drop::if_it_holds && domain::holds(step, world_)) continue;
    if (const auto* start = std::get_if<domain::Launch>(&step.action)) {
      assert(guarded(terms_, world_, start->machine));
    }
    imagine(step, world_);
    const std::size_t stage = steps_on[domain::machine_of(step)]++;
    if (stage == fresh.size()) fresh.emplace_back();
    fresh[stage].steps.push_back(std::move(step));
  }
  std::ranges::move(fresh, std::back_inserter(stages_));
}

void Walk::silence() {
  lift(terms_.buckets.silence);
  add(silence_steps(terms_, world_));
}

void Walk::change(const Component& component) {
  configure_ahead(component);
  if (stops_something(component)) {
    take_from_clients(component);
    retire(component);
  } else if (starts_something(component) || keeps_one_unrouted(component, world_)) {
    route(serving_.empty() ? reason::nothing_serves() : reason::route_differs());
  }
  mask();
  prepare(component);
  if (!component.coming.empty()) launch_all(component);
}

void Walk::configure_ahead(const Component& component) {
  std::vector<domain::Step> steps = configure_steps(terms_, component);
  std::erase_if(steps, [&](const domain::Step& step) {
    const auto& configure = std::get<domain::Configure>(step.action);
    return !quiet(world_.machine(configure.machine), configure.unit);
  });
  add(std::move(steps));
}

void Walk::take_from_clients(const Component& component) {
  const std::size_t before = serving_.size();
  for (const Coming* one : component.coming) {
    if (one->fate == Fate::replace) stop_serving(one->instance);
  }
  for (const Leaving* one : component.leaving) {
    if (one->instance) stop_serving(*one->instance);
  }
  const bool outage = serving_.empty();
  if (outage && before > 0) prediction_.outage = true;
  if (stops_a_healthy_one(component) && !outage) {
    add(gate_steps(terms_, serving_, component), Drop::never);
  }
  route(outage ? reason::nothing_serves() : reason::others_serve(component.changing()));
  drain(component, outage);
}

void Walk::drain(const Component& component, bool outage) {
  std::vector<domain::Step> steps = drain_steps(terms_, component, outage);
  if (outage) {
    Milliseconds longest{0};
    for (const domain::Step& step : steps) {
      longest = std::max(longest, std::get<domain::Drain>(step.action).timeout);
    }
    prediction_.drain = prediction_.drain.value_or(Milliseconds{0}) + longest;
  }
  add(std::move(steps), Drop::never);
}

void Walk::retire(const Component& component) {
  UnitsOf masked_ones;
  for (const domain::Step& step : retire_steps(terms_, component)) {
    for (const UnitName& unit : domain::units_of(step)) masked_ones[domain::machine_of(step)].insert(unit);
  }
  lift(masked_ones);
  add(retire_steps(terms_, component));
}

void Walk::lift(const UnitsOf& units) {
  add(lift_steps(units, world_));
}

void Walk::mask() {
  add(mask_steps(terms_, to_mask_, world_));
  std::erase_if(to_mask_, [&](const auto& entry) { return guarded(terms_, world_, entry.first); });
}

void Walk::prepare(const Component& component) {
  add(unmask_steps(terms_, component));
  add(memory_steps(terms_, component, world_));
  add(configure_steps(terms_, component));
}

void Walk::launch_all(const Component& component) {
  if (serving_.empty()) expect_outage(component);
  const int of = static_cast<int>(component.coming.size());
  if (together(terms_, component, serving_.empty())) {
    std::vector<domain::Step> workers;
    std::vector<domain::Step> leaders;
    for (const Coming* one : component.coming) {
      std::ranges::move(launch_steps(terms_, *one, false, 0, 1), std::back_inserter(workers));
      std::ranges::move(launch_steps(terms_, *one, true, 0, 1), std::back_inserter(leaders));
    }
    add(std::move(workers));
    add(std::move(leaders));
  }
  for (int position = 0; position < of; ++position) {
    const Coming& one = *component.coming[static_cast<std::size_t>(position)];
    launch(one, position, of);
    bring_up(one);
  }
}

void Walk::launch(const Coming& coming, int position, int of) {
  add(launch_steps(terms_, coming, false, position, of));
  add(launch_steps(terms_, coming, true, position, of));
}

void Walk::bring_up(const Coming& coming) {
  add({health_step(terms_, coming)});
  if (!serves(coming.instance)) {
    const auto after = std::ranges::upper_bound(serving_, coming.instance.name, {}, &domain::Instance::name);
    serving_.insert(after, coming.instance);
    route(reason::healthy(coming.instance.name));
  }
  add(enable_steps(coming));
}

void Walk::arm() {
  add(unmask_watchdog_steps(terms_));
  add(arm_steps(terms_));
}

void Walk::settle() {
  add({settle_step(terms_)}, Drop::never);
}

void Walk::route(const std::string& reason) {
  add({route_step(terms_, serving_, reason)});
}

void Walk::expect_outage(const Component& component) {
  prediction_.outage = true;
  if (!prediction_.first.empty()) return;
  const Coming& first = *component.coming.front();
  prediction_.first = first.instance.name;
  prediction_.start = first.expected.duration;
  prediction_.recorded_starts = first.expected.recorded;
}

bool Walk::serves(const domain::Instance& instance) const {
  return std::ranges::any_of(serving_, [&](const domain::Instance& other) {
    return other.name == instance.name && other.profile == instance.profile;
  });
}

void Walk::stop_serving(const domain::Instance& instance) {
  std::erase_if(serving_, [&](const domain::Instance& other) {
    return other.name == instance.name && other.profile == instance.profile;
  });
}

}  // namespace ff::planner
