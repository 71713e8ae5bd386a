#include "planner/callers.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include "planner/inventory.h"
#include "render/nftables.h"
#include "words/clients.h"

namespace ff::planner {
namespace {

using domain::Caller;
using domain::Socket;
using domain::SocketOwner;
using domain::SocketView;
using Views = std::map<MachineName, SocketView>;

bool is_loopback(const std::string& address) {
  return address.starts_with("127.") || address == "::1";
}

/// The other end of a connection, and the machine that has it.
struct OtherEnd {
  MachineName machine;
  SocketOwner owner;
};

SocketOwner owner_of(const SocketView& view, const Socket& socket) {
  const auto found = view.owners.find(socket.inode);
  return found == view.owners.end() ? SocketOwner{} : found->second;
}

/// How surely `candidate` is the other end of `accepted`: 2 by both ends, 1 by all that is left where an
/// address was translated on the way out of its machine; 0 not at all.
int match(const Socket& candidate, const Socket& accepted) {
  if (candidate.remote != accepted.local || candidate.local.port != accepted.remote.port) return 0;
  return candidate.local == accepted.remote ? 2 : 1;
}

bool owns(const SocketView& view, const std::string& address) {
  return view.addresses.contains(address);
}

std::optional<OtherEnd> other_end(const Views& views, const MachineName& box, const Socket& accepted) {
  std::optional<OtherEnd> translated;
  for (const auto& [machine, view] : views) {
    for (const Socket& candidate : view.sockets) {
      const int sure = match(candidate, accepted);
      // Every namespace has a loopback of its own.
      const bool elsewhere =
          is_loopback(accepted.remote.address) && (machine != box || candidate.space != accepted.space);
      if (sure == 0 || elsewhere) continue;
      OtherEnd end = {machine, owner_of(view, candidate)};
      if (sure == 2) return end;
      if (owns(view, accepted.remote.address)) translated = std::move(end);
    }
  }
  return translated;
}

/// The machine of the cluster that has the address.
MachineName machine_at(const domain::Cluster& cluster, const Views& views, const MachineName& box,
                       const std::string& address) {
  if (is_loopback(address)) return box;
  for (const domain::Machine& machine : cluster.machines) {
    if (machine.api == address || machine.fabric == address) return machine.name;
  }
  if (const auto its = views.find(box); its != views.end() && owns(its->second, address)) return box;
  // Bridges of containers have the same addresses on many machines, so only the box's own counts above.
  return {};
}

enum class Kind { proxy, monitor, own, bypass };

/// Everything that sorting one machine's connections needs.
struct Sorting {
  const domain::Declaration& declaration;
  const Views& views;
  std::set<std::string> of_proxy;
  std::map<MachineName, std::set<UnitName>> ours;  ///< units of copies and declared watchdogs

  [[nodiscard]] Kind kind_of(const Caller& caller, bool seen_whole) const;
};

bool is_ff(const SocketOwner& owner) {
  return owner.command == "ff" || owner.command == "sshd" || owner.command == "sshd-session";
}

Kind Sorting::kind_of(const Caller& caller, bool seen_whole) const {
  const domain::Cluster& cluster = declaration.cluster;
  const bool on_route_host = caller.machine == cluster.route_host;
  if (on_route_host && caller.by.unit == cluster.proxy.unit) return Kind::proxy;
  if (on_route_host && is_ff(caller.by)) return Kind::own;
  const auto units = ours.find(caller.machine);
  if (units != ours.end() && units->second.contains(caller.by.unit)) return Kind::own;
  if (std::ranges::find(cluster.monitors, caller.address) != cluster.monitors.end()) return Kind::monitor;
  // On a proxy's machine that is a box too, what is in plain sight and not the proxy is somebody else.
  const bool perhaps_proxy = !caller.by.known() && !(seen_whole && caller.machine == caller.box);
  return of_proxy.contains(caller.address) && perhaps_proxy ? Kind::proxy : Kind::bypass;
}

std::map<MachineName, std::set<UnitName>> own_units(const domain::Declaration& declaration) {
  std::map<MachineName, std::set<UnitName>> units;
  for (const domain::Machine& machine : declaration.cluster.machines)
    units[machine.name] = serving_units(declaration, machine.name);
  for (const Guard& guard : guards(declaration, nullptr, {})) {
    units[guard.machine].insert(guard.unit);
    units[guard.machine].insert(guard.started.begin(), guard.started.end());
  }
  return units;
}

/// docker-proxy takes calls for a container: whoever calls it is seen at the host's own end.
bool is_relay(const SocketOwner& owner) {
  return owner.command == "docker-proxy" || owner.command == "rootlessport";
}

Caller caller_of(const Sorting& sorting, const MachineName& box, const Socket& accepted, WallTime at) {
  Caller caller;
  caller.box = box;
  caller.endpoint = accepted.local;
  caller.address = accepted.remote.address;
  caller.connections = 1;
  caller.first_seen = caller.last_seen = at;
  caller.machine = machine_at(sorting.declaration.cluster, sorting.views, box, caller.address);
  const auto end = other_end(sorting.views, box, accepted);
  if (end) {
    caller.machine = end->machine;
    caller.by = end->owner;
  }
  const SocketOwner taker = owner_of(sorting.views.at(box), accepted);
  if (is_relay(taker)) caller.through = words::relayed(taker.command);
  // Its own address without its own process: the kernel put it there in place of the sender's.
  if (!end && caller.machine == box && !is_loopback(caller.address)) caller.through = words::translated(box);
  return caller;
}

auto key_of(const Caller& caller) {
  return std::tie(caller.box, caller.endpoint, caller.address, caller.machine, caller.by, caller.through);
}

void add(std::vector<Caller>& callers, Caller caller) {
  const auto same =
      std::ranges::find_if(callers, [&](const Caller& other) { return key_of(other) == key_of(caller); });
  if (same == callers.end())
    callers.push_back(std::move(caller));
  else
    same->connections += caller.connections;
}

void sort_out(const Sorting& sorting, const MachineName& box, const SocketView& view, WallTime at,
              domain::Calls& calls) {
  const std::set<std::uint16_t> ports = render::ports_on(sorting.declaration, box);
  const bool root = !view.owners.empty();
  for (const Socket& socket : view.sockets) {
    if (!ports.contains(socket.local.port)) continue;
    Caller caller = caller_of(sorting, box, socket, at);
    // Both halves of a relayed call are in the table; the half inside only repeats it.
    if (is_relay(caller.by)) continue;
    switch (sorting.kind_of(caller, root)) {
      case Kind::proxy:
        ++calls.by_proxy;
        break;
      case Kind::monitor:
        ++calls.by_monitors;
        break;
      case Kind::own:
        ++calls.by_ff;
        break;
      case Kind::bypass:
        add(calls.bypassing, std::move(caller));
        break;
    }
  }
}

}  // namespace

std::set<std::uint16_t> serving_ports(const domain::Declaration& declaration) {
  std::set<std::uint16_t> ports;
  for (const domain::Profile& profile : declaration.profiles) ports.insert(profile.port);
  return ports;
}

domain::Calls calls_in(const domain::Declaration& declaration, const Views& views, WallTime at) {
  const Sorting sorting = {declaration, views, render::proxy_addresses(declaration.cluster),
                           own_units(declaration)};
  domain::Calls calls;
  for (const auto& [box, view] : views) sort_out(sorting, box, view, at, calls);
  std::ranges::sort(calls.bypassing, {}, key_of);
  return calls;
}

domain::Calls with_look(const domain::Calls& before, const domain::Calls& look) {
  domain::Calls all = look;
  for (const Caller& old : before.bypassing) {
    const auto again = std::ranges::find_if(
        all.bypassing, [&](const Caller& caller) { return key_of(caller) == key_of(old); });
    if (again == all.bypassing.end()) {
      all.bypassing.push_back(old);
    } else {
      again->first_seen = old.first_seen;
      if (again->name.empty()) again->name = old.name;
    }
  }
  std::ranges::sort(all.bypassing, {}, key_of);
  return all;
}

}  // namespace ff::planner
