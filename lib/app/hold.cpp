#include "app/hold.h"

#include <map>
#include <utility>

#include "app/locking.h"
#include "app/telling.h"
#include "app/turn.h"
#include "words/replanning.h"

namespace ff::app {
namespace {

constexpr Milliseconds record_deadline{30'000};
/// Longer than a reboot takes: until then whatever was launched goes on loading, and only the flip waits.
constexpr Milliseconds route_host_patience = std::chrono::minutes(10);
/// A cable that was pulled and put back; longer than that, and others are better off without the box.
constexpr Milliseconds box_patience = std::chrono::seconds(30);
/// A lock whose holder lost its link is free 15 s later, by itself; the rest is for looking.
constexpr Milliseconds own_lock_patience = std::chrono::seconds(25);
constexpr Milliseconds question_deadline{6000};
constexpr Milliseconds question_interval{1000};

bool answers(const ports::Readers& readers, const MachineName& machine, const std::stop_token& stop) {
  const Limit limit = ports::within(*readers.clock, question_deadline, stop);
  return readers.machines.at(machine).host->read_files({}, limit).has_value();
}

/// All asked at once.
std::set<MachineName> ask_all(const std::set<MachineName>& machines, const ports::Readers& readers,
                              const std::stop_token& stop) {
  std::map<MachineName, bool> answered;
  std::vector<ports::Lane> lanes;
  for (const MachineName& machine : machines) {
    lanes.push_back({machine, [&, &heard = answered[machine]](std::stop_token) -> Status {
                       heard = answers(readers, machine, stop);
                       return Done{};
                     }});
  }
  (void)readers.lanes->run(std::move(lanes), stop);
  std::set<MachineName> silent;
  for (const auto& [machine, heard] : answered) {
    if (!heard) silent.insert(machine);
  }
  return silent;
}

/// Those that stay silent.
std::set<MachineName> silent_among(std::set<MachineName> machines, const ports::Readers& readers,
                                   const std::stop_token& stop) {
  ports::Clock& clock = *readers.clock;
  const MonoTime deadline = clock.now() + box_patience;
  for (;;) {
    machines = ask_all(machines, readers, stop);
    if (machines.empty() || clock.now() >= deadline) return machines;
    if (!clock.sleep_until(ports::within(clock, question_interval, stop))) return machines;
  }
}

}  // namespace

std::set<MachineName> Hold::lost() const {
  std::set<MachineName> machines;
  for (const auto& [machine, actors] : world_.actors) {
    if (!world_.lease->fresh_on(machine)) machines.insert(machine);
  }
  return machines;
}

Status Hold::renew(const Scene& scene, std::set<MachineName> absent, const std::stop_token& stop) {
  std::set<MachineName> away = lost();
  if (away.empty()) return Done{};
  if (away.erase(scene.declaration.cluster.route_host) > 0) {
    FF_TRY(back, await_route_host(scene, stop));
  }
  absent.merge(silent_among(away, scene.readers, stop));
  return enter(scene, absent, stop);
}

Status Hold::await_route_host(const Scene& scene, const std::stop_token& stop) {
  const MachineName& host = scene.declaration.cluster.route_host;
  ports::Clock& clock = *scene.readers.clock;
  const MonoTime deadline = clock.now() + route_host_patience;
  if (answers(scene.readers, host, stop)) return Done{};
  tell(scene.readers, {.kind = domain::Event::Kind::replanned,
                       .run = holder_.run,
                       .where = {host, {}},
                       .text = words::waiting_for_route_host(host, route_host_patience)});
  while (clock.now() < deadline) {
    FF_TRY(slept, clock.sleep_until(ports::within(clock, question_interval, stop)));
    if (answers(scene.readers, host, stop)) return Done{};
  }
  return fail(ErrorCode::unreachable, words::route_host_stayed_away(host, route_host_patience), {host, {}});
}

Status Hold::enter(const Scene& scene, const std::set<MachineName>& absent, const std::stop_token& stop) {
  ports::Clock& clock = *scene.readers.clock;
  const MonoTime deadline = clock.now() + own_lock_patience;
  for (;;) {
    auto entered = lock_machines(scene, gate_, holder_, absent, stop);
    if (entered) {
      FF_TRY(noted, entered->record->go_on(holder_.run, ports::within(clock, record_deadline)));
      world_ = std::move(*entered);
      return Done{};
    }
    const Error& error = entered.error();
    const bool own = error.code == ErrorCode::locked && held_by_this_run(scene, error.where.machine);
    if (!own || clock.now() >= deadline) return std::unexpected(error);
    FF_TRY(slept, clock.sleep_until(ports::within(clock, question_interval, stop)));
  }
}

/// Of a session that was lost: its holder has not noticed yet.
bool Hold::held_by_this_run(const Scene& scene, const MachineName& machine) const {
  const auto readers = scene.readers.machines.find(machine);
  if (readers == scene.readers.machines.end()) return false;
  const auto facts = readers->second.host->look({}, ports::within(*scene.readers.clock, question_deadline));
  return facts && (facts->lock_holder.empty() || held_by(machine, facts->lock_holder).run == holder_.run);
}

}  // namespace ff::app
