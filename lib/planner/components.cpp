#include "planner/components.h"

#include <algorithm>
#include <map>
#include <utility>

namespace ff::planner {
namespace {

using Fate = Coming::Fate;

void add(Component& into, Component&& from) {
  into.coming.insert(into.coming.end(), from.coming.begin(), from.coming.end());
  into.leaving.insert(into.leaving.end(), from.leaving.begin(), from.leaving.end());
  into.boxes.merge(from.boxes);
}

/// Parts that share no box with each other.
class Apart {
 public:
  /// Puts one more in, together with all that it shares a box with.
  void join(Component part) {
    std::set<std::size_t> shared;
    for (const MachineName& box : part.boxes) {
      if (const auto found = place_of_.find(box); found != place_of_.end()) shared.insert(found->second);
    }
    for (const std::size_t place : shared) add(part, std::exchange(parts_[place], {}));
    for (const MachineName& box : part.boxes) place_of_[box] = parts_.size();
    parts_.push_back(std::move(part));
  }

  [[nodiscard]] std::vector<Component> take() {
    std::erase_if(parts_, [](const Component& part) { return part.boxes.empty(); });
    return std::move(parts_);
  }

 private:
  std::vector<Component> parts_;  ///< one that was joined into a later one is empty
  std::map<MachineName, std::size_t> place_of_;
};

/// What runs already comes first, then the shortest start.
bool launched_before(const Coming* left, const Coming* right) {
  const auto runs_already = [](const Coming* one) {
    return one->fate == Fate::keep || one->fate == Fate::wait;
  };
  if (runs_already(left) != runs_already(right)) return runs_already(left);
  if (left->expected.before(right->expected)) return true;
  if (right->expected.before(left->expected)) return false;
  return left->instance.name < right->instance.name;
}

bool serves(const Component& component) {
  return std::ranges::any_of(component.coming, &Coming::serves) ||
         std::ranges::any_of(component.leaving, &Leaving::serves);
}

bool only_kept(const Component& component) {
  const auto kept = [](const Coming* one) { return one->fate == Fate::keep; };
  return component.leaving.empty() && std::ranges::all_of(component.coming, kept);
}

int rank(const Component& component) {
  if (only_kept(component)) return 0;
  if (component.coming.empty()) return 3;
  return serves(component) ? 2 : 1;
}

bool changed_before(const Component& left, const Component& right) {
  if (rank(left) != rank(right)) return rank(left) < rank(right);
  if (!left.coming.empty() && !right.coming.empty()) {
    return launched_before(left.coming.front(), right.coming.front());
  }
  return *left.boxes.begin() < *right.boxes.begin();
}

/// Where nothing comes there is nobody to keep serving for, and one outage is honester than two.
Component all_at_once(std::vector<Component>&& components) {
  Component all;
  for (Component& component : components) add(all, std::move(component));
  return all;
}

}  // namespace

std::set<MachineName> Component::changing() const {
  std::set<MachineName> names;
  for (const Coming* one : coming) {
    if (one->fate == Fate::keep) continue;
    for (const domain::Member& member : one->instance.members) names.insert(member.box);
  }
  for (const Leaving* one : leaving) {
    for (const auto& [machine, unit] : one->units) names.insert(machine);
  }
  return names;
}

std::vector<Component> components_of(const Buckets& buckets, bool at_once) {
  Apart apart;
  for (const Coming& one : buckets.coming) {
    Component part;
    part.coming.push_back(&one);
    for (const domain::Member& member : one.instance.members) part.boxes.insert(member.box);
    apart.join(std::move(part));
  }
  for (const Leaving& one : buckets.leaving) {
    Component part;
    part.leaving.push_back(&one);
    // An instance that runs in part still had all its boxes: its ranks wait for each other.
    if (one.instance) {
      for (const domain::Member& member : one.instance->members) part.boxes.insert(member.box);
    }
    for (const auto& [machine, unit] : one.units) part.boxes.insert(machine);
    apart.join(std::move(part));
  }
  std::vector<Component> components = apart.take();
  if ((at_once || buckets.coming.empty()) && !components.empty()) {
    Component all = all_at_once(std::move(components));
    components = {std::move(all)};
  }
  for (Component& component : components) std::ranges::sort(component.coming, launched_before);
  std::ranges::stable_sort(components, changed_before);
  return components;
}

}  // namespace ff::planner
