#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/time.h"
#include "domain/cluster.h"

namespace ff::domain {

/// One end of an established TCP connection, as its machine's kernel lists it.
struct Socket {
  Endpoint local;
  Endpoint remote;
  std::uint64_t space = 0;  ///< its network namespace
  std::uint64_t inode = 0;  ///< 0 when no process holds it any more

  auto operator<=>(const Socket&) const = default;
};

/// The process that holds a socket. All empty when its machine could not tell.
struct SocketOwner {
  int pid = 0;            ///< as its machine numbers it
  std::string command;    ///< the kernel's name of the process, at most 15 bytes
  UnitName unit;          ///< systemd's unit or scope that it runs in
  std::string container;  ///< the first 12 digits of its container's id; empty outside of any

  [[nodiscard]] bool known() const { return pid != 0; }
  auto operator<=>(const SocketOwner&) const = default;
};

/// What one machine tells of the connections to some ports, in all network namespaces that it may look into.
struct SocketView {
  std::vector<Socket> sockets;
  std::map<std::uint64_t, SocketOwner> owners;  ///< by the socket's inode
  std::set<std::string> addresses;              ///< the machine's own IP addresses

  bool operator==(const SocketView&) const = default;
};

/// Somebody who talks to a copy without the proxy.
struct Caller {
  MachineName box;      ///< whose copy is called
  Endpoint endpoint;    ///< where, as the box's kernel has it
  std::string address;  ///< where the call comes from
  MachineName machine;  ///< of the cluster, where the address is one of its own
  SocketOwner by;
  std::string through;    ///< what hides who it is, in words; empty when nothing does
  std::string name = {};  ///< the address as names are resolved there; empty when it has none
  int connections = 0;    ///< when it was last seen
  WallTime first_seen = {};
  WallTime last_seen = {};
};

/// What the copies' own counters say beside the proxy's, between two looks. One-sided: the proxy counts what
/// it answers by itself too, so that requests that went around it may hide behind those, but never the other
/// way.
struct Tally {
  int by_copies = 0;  ///< requests that the copies took in
  int by_proxy = 0;   ///< requests that came to the proxy, at least in the same time
  int copies = 0;     ///< how many told; each may have had one of ff's own checks
  Milliseconds over{0};

  /// How many came to copies that cannot have come by the proxy.
  [[nodiscard]] int around() const { return by_copies > by_proxy ? by_copies - by_proxy : 0; }
  /// The rest is what counters that are not read at the very same moment may differ by.
  [[nodiscard]] bool adds_up() const { return around() <= copies + by_proxy / 10; }
};

/// Who talks to the copies, by one look or several.
struct Calls {
  std::vector<Caller> bypassing;  ///< ordered by box, endpoint and address
  int by_proxy = 0;               ///< connections in the last look
  int by_monitors = 0;
  int by_ff = 0;  ///< ff's own checks, the copies themselves, and declared watchdogs
};

}  // namespace ff::domain
