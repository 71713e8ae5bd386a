#include "app/clients.h"

#include <set>
#include <utility>

#include "observe/sockets.h"
#include "planner/callers.h"

namespace ff::app {
namespace {

constexpr Milliseconds look_deadline{10'000};
constexpr Milliseconds names_deadline{4'000};
constexpr Milliseconds counts_deadline{4'000};
constexpr Milliseconds between_looks{1'000};

using Views = std::map<MachineName, domain::SocketView>;

/// What one machine's lane brings home; nothing when a stop came before it was asked.
using Told = std::optional<Result<domain::SocketView>>;

std::map<MachineName, Told> ask_all(const Scene& scene, const Limit& limit) {
  const std::set<std::uint16_t> ports = planner::serving_ports(scene.declaration);
  std::map<MachineName, Told> told;
  std::vector<ports::Lane> lanes;
  for (const auto& [name, readers] : scene.readers.machines) {
    Told& its = told[name];
    lanes.push_back({name, [&its, &readers, &ports, &limit](std::stop_token stop) -> Status {
                       its =
                           observe::look_at_sockets(*readers.host, ports, {limit.deadline, std::move(stop)});
                       return Done{};
                     }});
  }
  (void)scene.readers.lanes->run(std::move(lanes), limit.stop);
  return told;
}

Error not_asked(const MachineName& machine) {
  return at(Error{ErrorCode::cancelled, "was not asked", {}, {}, {}}, machine);
}

}  // namespace

void ClientsWatch::look(const std::stop_token& stop) {
  ports::Clock& clock = *scene_.readers.clock;
  Views views;
  report_.unseen.clear();
  for (auto& [name, its] : ask_all(scene_, ports::within(clock, look_deadline, stop))) {
    if (its && *its)
      views[name] = **std::move(its);
    else
      report_.unseen[name] = its ? at(its->error(), name) : not_asked(name);
  }
  const domain::Calls seen = planner::calls_in(scene_.declaration, views, clock.wall());
  report_.calls = report_.looks == 0 ? seen : planner::with_look(report_.calls, seen);
  ++report_.looks;
  name_callers(ports::within(clock, names_deadline, stop));
  std::optional<Counts> counts = count_requests(scene_, ports::within(clock, counts_deadline, stop));
  report_.tally = counts_ && counts ? tally_of(*counts_, *counts) : std::nullopt;
  counts_ = std::move(counts);
}

/// Asked where they are seen: that box's name service knows its neighbours.
void ClientsWatch::name_callers(const Limit& limit) {
  std::map<MachineName, std::set<std::string>> nameless;
  for (domain::Caller& caller : report_.calls.bypassing) {
    if (!caller.machine.empty())
      caller.name = caller.machine.text();
    else if (caller.name.empty())
      nameless[caller.box].insert(caller.address);
  }
  for (const auto& [box, addresses] : nameless) {
    const auto names = observe::names_of(*scene_.readers.machines.at(box).host, addresses, limit);
    if (!names) continue;
    for (domain::Caller& caller : report_.calls.bypassing) {
      const auto found = names->find(caller.address);
      if (caller.box == box && caller.name.empty() && found != names->end()) caller.name = found->second;
    }
  }
}

ClientsReport clients(const Scene& scene, const std::stop_token& stop) {
  ports::Clock& clock = *scene.readers.clock;
  ClientsWatch watch(scene);
  watch.look(stop);
  if (clock.sleep_until(ports::within(clock, between_looks, stop))) watch.look(stop);
  return watch.report();
}

}  // namespace ff::app
