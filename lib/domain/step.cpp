#include "domain/step.h"

#include <array>

namespace ff::domain {
namespace {

using Watched = std::vector<std::pair<MachineName, UnitName>>;

constexpr std::array kinds = {"silence",   "route",  "drain",  "retire", "mask", "unmask",
                              "configure", "launch", "health", "enable", "arm",  "settle"};
static_assert(kinds.size() == std::variant_size_v<Action>);

/// The units of an action that lists them, or names one, or is about none.
template <class T>
std::vector<UnitName> units_in(const T& action) {
  if constexpr (requires { action.units; }) {
    return action.units;
  } else if constexpr (requires { action.unit; }) {
    return {action.unit};
  } else {
    return {};
  }
}
std::vector<UnitName> units_in(const Drain& drain) {
  return {drain.instance.leader().unit};
}
std::vector<UnitName> units_in(const AwaitHealthy& wait) {
  return {wait.instance.leader().unit};
}

Watched members_of(const Instance& instance) {
  Watched watched;
  for (const Member& member : instance.members) watched.emplace_back(member.box, member.unit);
  return watched;
}

template <class T>
Watched watched_in(const T& action) {
  Watched watched;
  for (const UnitName& unit : units_in(action)) watched.emplace_back(action.machine, unit);
  return watched;
}
Watched watched_in(const Drain& drain) {
  return members_of(drain.instance);
}
Watched watched_in(const AwaitHealthy& wait) {
  return members_of(wait.instance);
}
Watched watched_in(const Settle& settle) {
  Watched watched = settle.retired;
  for (const Instance& instance : settle.serving) {
    const Watched members = members_of(instance);
    watched.insert(watched.end(), members.begin(), members.end());
  }
  return watched;
}

}  // namespace

const MachineName& machine_of(const Step& step) {
  return std::visit([](const auto& action) -> const MachineName& { return action.machine; }, step.action);
}

const char* kind_of(const Step& step) {
  return kinds[step.action.index()];
}

std::vector<UnitName> units_of(const Step& step) {
  return std::visit([](const auto& action) { return units_in(action); }, step.action);
}

Watched watched_by(const Step& step) {
  return std::visit([](const auto& action) { return watched_in(action); }, step.action);
}

}  // namespace ff::domain
