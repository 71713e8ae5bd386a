#include <algorithm>
#include <optional>
#include <utility>

#include "app/firewall.h"
#include "observe/firewall.h"
#include "render/nftables.h"

namespace ff::app {
namespace {

using domain::FirewallView;
using observe::Knock;

constexpr Milliseconds look_deadline{10'000};
constexpr Milliseconds knock_deadline{10'000};

/// What one machine's lane brings home; nothing when a stop came before it was asked.
template <class Value>
using Told = std::optional<Result<Value>>;

Error not_asked() {
  return {ErrorCode::cancelled, "was not asked", {}, {}, {}};
}

/// Asks each machine on its own lane.
template <class Value>
std::map<MachineName, Told<Value>> ask_each(
    const Scene& scene, const std::vector<MachineName>& machines, const Limit& limit,
    const std::function<Result<Value>(const MachineName&, ports::HostReader&, const Limit&)>& ask) {
  std::map<MachineName, Told<Value>> told;
  std::vector<ports::Lane> lanes;
  for (const MachineName& machine : machines) {
    Told<Value>& its = told[machine];
    ports::HostReader& host = *scene.readers.machines.at(machine).host;
    lanes.push_back({machine, [&its, &ask, &host, &limit, machine](std::stop_token stop) -> Status {
                       its = ask(machine, host, {limit.deadline, std::move(stop)});
                       return Done{};
                     }});
  }
  (void)scene.readers.lanes->run(std::move(lanes), limit.stop);
  return told;
}

std::vector<MachineName> boxes_with_ports(const domain::Declaration& declaration) {
  std::vector<MachineName> boxes = declaration.machines_left();
  std::erase_if(boxes, [&](const MachineName& box) { return render::ports_on(declaration, box).empty(); });
  return boxes;
}

std::vector<domain::Endpoint> endpoints_of(const domain::Cluster& cluster, const FirewallReport& report) {
  std::vector<domain::Endpoint> endpoints;
  for (const auto& [box, view] : report.boxes) {
    for (const std::uint16_t port : view.ports) endpoints.push_back({cluster.find(box)->api, port});
  }
  return endpoints;
}

/// A machine whose connections to the box's copies are nobody's business: not the box itself, not the route
/// host, no monitor.
MachineName stranger_to(const Scene& scene, const FirewallReport& report, const MachineName& box) {
  const domain::Cluster& cluster = scene.declaration.cluster;
  std::set<std::string> admitted = render::proxy_addresses(cluster);
  admitted.insert(cluster.monitors.begin(), cluster.monitors.end());
  for (const MachineName& name : scene.declaration.machines_left()) {
    const domain::Machine& machine = *cluster.find(name);
    const auto seen = report.boxes.find(name);
    const bool silent = seen != report.boxes.end() && seen->second.fault;
    if (name != box && name != cluster.route_host && !silent && !admitted.contains(machine.api)) return name;
  }
  return {};
}

/// An answer to the route host and none to the stranger shuts the door; an answer to the stranger opens it.
void judge_door(FirewallView& view, const std::vector<Knock>& own, const std::vector<Knock>& strange) {
  for (std::size_t i = 0; i < own.size() && i < strange.size(); ++i) {
    if (own[i] != Knock::open) continue;
    if (strange[i] == Knock::open) view.door = FirewallView::Door::open;
    if (view.door == FirewallView::Door::untried) view.door = FirewallView::Door::shut;
  }
}

/// The knocks at one box's ports among those at all of them.
std::vector<Knock> at_box(const FirewallReport& report, const MachineName& box,
                          const std::vector<Knock>& all) {
  std::size_t begin = 0;
  for (const auto& [name, view] : report.boxes) {
    if (name == box)
      return {all.begin() + static_cast<std::ptrdiff_t>(begin),
              all.begin() + static_cast<std::ptrdiff_t>(begin + view.ports.size())};
    begin += view.ports.size();
  }
  return {};
}

void try_doors(const Scene& scene, FirewallReport& report, const std::stop_token& stop) {
  const Limit limit = ports::within(*scene.readers.clock, knock_deadline, stop);
  const std::vector<domain::Endpoint> endpoints = endpoints_of(scene.declaration.cluster, report);
  const auto told =
      ask_each<std::vector<Knock>>(scene, scene.declaration.machines_left(), limit,
                                   [&](const MachineName&, ports::HostReader& host, const Limit& within) {
                                     return observe::knock(host, endpoints, within);
                                   });
  const auto knocks_of = [&](const MachineName& machine) -> const std::vector<Knock>* {
    const auto found = told.find(machine);
    return found != told.end() && found->second && *found->second ? &**found->second : nullptr;
  };
  const std::vector<Knock>* own = knocks_of(scene.declaration.cluster.route_host);
  for (auto& [box, view] : report.boxes) {
    const MachineName stranger = stranger_to(scene, report, box);
    const std::vector<Knock>* strange = stranger.empty() ? nullptr : knocks_of(stranger);
    if (own == nullptr || strange == nullptr || view.fault) continue;
    view.tried_from = stranger;
    judge_door(view, at_box(report, box, *own), at_box(report, box, *strange));
  }
}

}  // namespace

bool FirewallReport::known() const {
  return std::ranges::none_of(boxes, [](const auto& entry) { return entry.second.fault.has_value(); });
}

bool FirewallReport::all_on() const {
  return std::ranges::all_of(boxes,
                             [](const auto& entry) { return !entry.second.fault && entry.second.is_on(); });
}

bool FirewallReport::all_off() const {
  return std::ranges::all_of(boxes,
                             [](const auto& entry) { return !entry.second.fault && entry.second.is_off(); });
}

bool FirewallReport::well() const {
  const bool let_in = std::ranges::any_of(
      boxes, [](const auto& entry) { return entry.second.door == FirewallView::Door::open; });
  return all_off() || (all_on() && !let_in);
}

FirewallReport look_at_firewall(const Scene& scene, const std::stop_token& stop) {
  const Limit limit = ports::within(*scene.readers.clock, look_deadline, stop);
  FirewallReport report;
  auto told =
      ask_each<FirewallView>(scene, boxes_with_ports(scene.declaration), limit,
                             [&](const MachineName& box, ports::HostReader& host, const Limit& within) {
                               return observe::look_at_firewall(host, scene.declaration, box, within);
                             });
  for (auto& [box, its] : told) {
    FirewallView& view = report.boxes[box];
    if (its && *its)
      view = **std::move(its);
    else
      view.fault = at(its ? its->error() : not_asked(), box);
  }
  try_doors(scene, report, stop);
  return report;
}

}  // namespace ff::app
