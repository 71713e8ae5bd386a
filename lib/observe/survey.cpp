#include "observe/survey.h"

#include <optional>
#include <utility>

#include "observe/machine.h"

namespace ff::observe {
namespace {

/// What the two lanes of one machine bring home; each writes its own members only.
struct Half {
  MachineQuery query;
  std::optional<Result<domain::MachineView>> host;
  domain::MachineView units;
  Status units_status = Done{};
};

void add_lanes(const MachineName& name, const ports::MachineReaders& readers, const Limit& limit, Half& half,
               std::vector<ports::Lane>& lanes) {
  lanes.push_back({name, [&readers, &half, limit](std::stop_token stop) -> Status {
                     half.host = look_at_host(*readers.host, half.query, {limit.deadline, stop});
                     return Done{};
                   }});
  lanes.push_back({name, [&readers, &half, limit](std::stop_token stop) -> Status {
                     half.units_status =
                         look_at_units(*readers.units, half.query, {limit.deadline, stop}, half.units);
                     return Done{};
                   }});
}

domain::MachineView whole(Half half, const MachineName& name) {
  domain::MachineView view;
  if (!half.host) {
    view.fault = at(Error{ErrorCode::cancelled, "was not asked", {}, {}, {}}, name);
  } else if (!*half.host) {
    view.fault = at(half.host->error(), name);
  } else if (!half.units_status) {
    view.fault = at(half.units_status.error(), name);
  } else {
    view = std::move(**half.host);
    view.units = std::move(half.units.units);
    view.definitions = std::move(half.units.definitions);
  }
  return view;
}

}  // namespace

domain::Snapshot survey(const domain::Declaration& declaration, const ports::Readers& readers, Depth depth,
                        std::vector<ports::Lane> beside, const Limit& limit) {
  const MonoTime began = readers.clock->now();
  domain::Snapshot snapshot;
  snapshot.seen_at = readers.clock->wall();
  std::map<MachineName, Half> halves;
  std::vector<ports::Lane> lanes = std::move(beside);
  for (const auto& [name, machine] : readers.machines) {
    if (declaration.absent.contains(name)) continue;
    Half& half = halves[name];
    half.query = query_for(declaration, name);
    half.query.definitions = depth == Depth::whole;
    add_lanes(name, machine, limit, half, lanes);
  }
  lanes.push_back({declaration.cluster.route_host, [&](std::stop_token stop) -> Status {
                     auto route = readers.proxy->route({limit.deadline, std::move(stop)});
                     if (route)
                       snapshot.route = std::move(*route);
                     else
                       snapshot.route.fault = route.error().what;
                     return Done{};
                   }});
  (void)readers.lanes->run(std::move(lanes), limit.stop);
  for (auto& [name, half] : halves) snapshot.machines[name] = whole(std::move(half), name);
  snapshot.took = std::chrono::duration_cast<Milliseconds>(readers.clock->now() - began);
  return snapshot;
}

}  // namespace ff::observe
