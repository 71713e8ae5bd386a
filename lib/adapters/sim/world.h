#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "adapters/sim/clients.h"
#include "adapters/sim/engine.h"
#include "adapters/sim/machine.h"
#include "adapters/sim/nginx.h"
#include "adapters/sim/timeline.h"
#include "domain/cluster.h"
#include "domain/record.h"

namespace ff::adapters::sim {

/// One act of ff that reached, or tried to reach, a machine.
struct Act {
  MachineName machine;
  std::string call;     ///< "start", "write_file", "set_route", "record", ...
  std::string subject;  ///< unit, path or route

  /// "box1 stop ff-split-leader.service".
  [[nodiscard]] std::string text() const { return machine.text() + " " + call + " " + subject; }
};

/// A failure to be met by the next call of that name on that machine.
struct Fault {
  std::string call;
  MachineName machine;
  Error error;
  bool after_effect = false;  ///< the act takes effect and its answer is lost
  bool lasting = false;       ///< met by all such calls
};

/// The whole simulated world: machines with a service manager, disk, memory and servers, one proxy, clients,
/// and time. It stands still unless somebody waits. Seats (see seat.h) are the ff processes in it.
class World {
 public:
  explicit World(domain::Cluster cluster);
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  [[nodiscard]] const domain::Cluster& cluster() const { return cluster_; }
  Timeline& time() { return time_; }
  Machine& machine(const MachineName& name) { return *machines_.at(name); }
  Machine& machine(const std::string& name) { return machine(MachineName(name)); }
  [[nodiscard]] const std::map<MachineName, std::unique_ptr<Machine>>& machines() const { return machines_; }
  /// How a unit's engine behaves there, to change.
  Manner& manner(const std::string& machine, const std::string& unit);
  /// Puts a unit's file on a disk. The manager knows it after its next reload, or when it is asked for it.
  void install(const std::string& machine, const std::string& unit, const std::string& text);
  /// A power cut and a new boot.
  void power_cycle(const std::string& machine);

  /// The engine that listens at an endpoint; nullptr when none does.
  Engine* engine_at(const domain::Endpoint& endpoint);
  /// The same, also where no packet gets through.
  Engine* engine_behind(const domain::Endpoint& endpoint);
  /// The proxy's process; nullptr while it does not run.
  Nginx* nginx();
  Clients& clients() { return clients_; }
  Result<Listener*> dial(const MachineName& from, const domain::Endpoint& endpoint);

  void fail_next(Fault fault) { faults_.push_back(std::move(fault)); }
  /// When a fault was last met; nothing when none was.
  [[nodiscard]] std::optional<MonoTime> fault_met_at() const { return fault_met_at_; }
  /// Faults that were not met yet never will be.
  void clear_faults() { faults_.clear(); }
  /// Whether such a fault has not been met yet.
  [[nodiscard]] bool awaits_fault(const std::string& call, const MachineName& machine) const;
  std::optional<Fault> take_fault(const std::string& call, const MachineName& machine);
  /// Kills the ff that does the n-th act from now, right after it; 0 for never.
  void kill_after(std::size_t acts) { kill_at_ = acts == 0 ? 0 : acts_.size() + acts; }

  /// Every act so far, in order.
  [[nodiscard]] const std::vector<Act>& acts() const { return acts_; }
  /// Acts on a machine that was not locked by the ff that did them, or whose lock was no longer fresh.
  [[nodiscard]] const std::vector<std::string>& unlocked_acts() const { return unlocked_acts_; }
  /// Called before and after each act takes effect.
  void before_act(std::function<void(const Act&)> hook) { before_ = std::move(hook); }
  void after_act(std::function<void(const Act&)> hook) { after_ = std::move(hook); }
  /// For links: notes an act that is about to take effect, and one that has.
  void begin_act(const Act& act, bool locked);
  void end_act(const Act& act);

  /// Where a proxy's configuration that is not ff's sends clients; empty for a page of its own.
  std::vector<domain::Endpoint> strangers_way;
  /// Records of runs, the oldest first.
  std::vector<domain::Run> runs;

 private:
  std::unique_ptr<Process> make_process(Machine& machine, Start start);

  domain::Cluster cluster_;
  Timeline time_;
  Ranks ranks_;
  std::map<std::pair<MachineName, UnitName>, Manner> manners_;
  std::map<MachineName, std::unique_ptr<Machine>> machines_;
  Clients clients_;
  std::vector<Fault> faults_;
  std::optional<MonoTime> fault_met_at_;
  std::size_t kill_at_ = 0;
  std::vector<Act> acts_;
  std::vector<std::string> unlocked_acts_;
  std::function<void(const Act&)> before_;
  std::function<void(const Act&)> after_;
};

}  // namespace ff::adapters::sim
