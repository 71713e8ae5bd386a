#include "words/drift.h"

#include <fmt/format.h>

#include "words/until.h"

namespace ff::words::drift {
namespace {

std::string on(const UnitName& unit, const MachineName& machine) {
  return fmt::format("{} on {}", unit.text(), machine.text());
}

constexpr const char* mend = "the same switch again mends it";

}  // namespace

Text unfinished(const domain::Intent& intent) {
  return {fmt::format("run {} from {} to {} did not come to its end", intent.generation.run.text(),
                      intent.from.empty() ? "nothing" : intent.from.text(), intent.to.text()),
          "the same switch again goes on with it"};
}

Text intent_behind(const MachineName& machine, std::int64_t number, const domain::Intent& latest) {
  const std::string held = number == 0 ? "no note" : fmt::format("generation {}", number);
  return {fmt::format("{} holds {} of what is meant, and generation {} is the latest", machine.text(), held,
                      latest.generation.number),
          "the same switch again writes it everywhere"};
}

Text absent(const MachineName& machine, const domain::Intent& intent) {
  return {fmt::format("{} is absent since {} (run {}): {} does without it", machine.text(),
                      iso_time(intent.since), intent.generation.run.text(), intent.to.text()),
          "it is taken in again by a rejoin, once it answers"};
}

Text back(const MachineName& machine, const domain::Intent& intent) {
  return {fmt::format("{} is back, but {} still does without it: nothing there counts or is routed",
                      machine.text(), intent.to.text()),
          "a rejoin takes it in again"};
}

Text hands_off(std::size_t masks) {
  std::string left = ", and nothing is masked";
  if (masks > 0) left = fmt::format(", though {} unit{} still masked", masks, masks == 1 ? " is" : "s are");
  return {"ff's hands are off: no machine holds an intent of it" + left,
          "the next ff switch takes it in hand"};
}

Text another_serves(const ProfileName& intended, const ProfileName& serving) {
  return {fmt::format("{} is intended, but {} serves", intended.text(), serving.text()), mend};
}

Text member_down(const MachineName& box, const UnitName& unit, const domain::UnitState& state, bool enabled) {
  std::string what = fmt::format("{} is {}", on(unit, box), domain::word(state.active));
  if (!state.last_exit.empty()) what += fmt::format(" ({}, result {})", state.last_exit, state.result);
  if (enabled) what += " although it is enabled: a reboot or an ops layer would start it";
  return {what, mend};
}

Text rank_dead(const InstanceName& instance, const domain::Member& member, const domain::UnitState& state) {
  std::string what = fmt::format("{} is broken: its rank {}, {}, is {}", instance.text(), member.rank,
                                 on(member.unit, member.box), domain::word(state.active));
  if (!state.last_exit.empty()) what += fmt::format(" ({}, result {})", state.last_exit, state.result);
  return {what + "; the other ranks wait for it, and requests hang",
          "the same switch again starts every rank anew"};
}

Text not_enabled(const MachineName& box, const UnitName& unit) {
  return {fmt::format("{} runs but is not enabled: a reboot would lose it", on(unit, box)), mend};
}

Text member_masked(const MachineName& box, const UnitName& unit) {
  return {fmt::format("{} is masked although it is part of the profile", on(unit, box)), mend};
}

Text settings_differ(const MachineName& box, const UnitName& unit) {
  return {fmt::format("{} has other settings than those declared", on(unit, box)),
          "the same switch again starts it with them"};
}

Text rank_stale(const InstanceName& instance, const domain::Member& member, Milliseconds older_by) {
  return {
      fmt::format("{} is broken: its rank {}, {} on {}, is {} older than its leader, which started anew and "
                  "waits for it in vain",
                  instance.text(), member.rank, member.unit.text(), member.box.text(), human(older_by)),
      "the same switch again starts every rank anew"};
}

Text unhealthy(const InstanceName& instance, const domain::Health& health) {
  std::string what =
      fmt::format("{} runs but is not healthy: {}", instance.text(), domain::word(health.rung));
  if (!health.evidence.empty()) what += fmt::format(" ({})", health.evidence);
  return {what, "wait while it loads; else the same switch again starts it anew"};
}

Text should_rest(const MachineName& box, const UnitName& unit, const domain::UnitState& state, bool enabled) {
  return {fmt::format("{} should rest, but is {}{}", on(unit, box), domain::word(state.active),
                      enabled ? " and enabled" : ""),
          mend};
}

Text not_masked(const MachineName& box, const UnitName& unit) {
  return {fmt::format("{} is not masked: anything may start it", on(unit, box)), mend};
}

Text not_armed(const MachineName& box, const UnitName& unit) {
  return {fmt::format("the watchdog {} is not armed", on(unit, box)), mend};
}

Text not_routed(const InstanceName& instance) {
  return {fmt::format("{} is healthy, but the proxy sends it nothing", instance.text()), mend};
}

Text route_differs(const MachineName& host, const domain::RouteView& route) {
  if (!route.fault.empty()) {
    return {fmt::format("what the proxy on {} does could not be told: {}", host.text(), route.fault), mend};
  }
  const auto shown = [](const std::string& epoch) { return epoch.empty() ? std::string("none") : epoch; };
  return {
      fmt::format("the proxy on {} does not do what its file says: epoch {} on disk, {} at the marker, {} at "
                  "the public address",
                  host.text(), shown(route.epoch), shown(route.marker_epoch), shown(route.public_epoch)),
      mend};
}

Text dead_upstream(const MachineName& host, const std::string& endpoint) {
  return {fmt::format("the proxy on {} sends clients to {}, which does not serve", host.text(), endpoint),
          mend};
}

Text maintenance(const MachineName& host, const domain::Route& route, WallTime now) {
  const domain::Notice notice = route.notice.value_or(domain::Notice{});
  return {
      fmt::format("the proxy on {} says maintenance by {}'s word, since {}{}: {}", host.text(),
                  notice.operator_name, clock_time(notice.since), until(notice.until, now), route.message),
      "only a person ends it"};
}

Text drained(const domain::Drained& drained, WallTime now) {
  const std::string why = drained.reason.empty() ? "" : ": " + drained.reason;
  return {fmt::format("{} is drained by {}, since {}{}{}", drained.box.text(), drained.operator_name,
                      clock_time(drained.since), until(drained.until, now), why),
          "it runs nothing until it is undrained"};
}

}  // namespace ff::words::drift
