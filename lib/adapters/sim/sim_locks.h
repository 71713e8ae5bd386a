#pragma once

#include <cstdint>
#include <map>

#include "adapters/sim/link.h"
#include "ports/lock.h"

namespace ff::adapters::sim {

/// Locks of one ff, kept by the machines themselves. Call: "lock". A machine that has a `lock_owner` of
/// another, or words without an owner, is busy.
class SimLocks : public ports::LockService {
 public:
  SimLocks(std::map<MachineName, Link*> links, Self& self) : links_(std::move(links)), self_(self) {}

  /// As the death of its process: whatever it holds is free.
  void free_all();
  /// The session that holds the machine's lock.
  [[nodiscard]] Link* link(const MachineName& machine) { return links_.at(machine); }
  Result<std::unique_ptr<ports::Lease>> take(const ports::Holder& holder, Limit limit) override;

 private:
  class SimLease;
  Status take_one(Link& link, const std::string& words, const Limit& limit);
  [[nodiscard]] bool held(const Machine& machine) const;
  void let_go();
  Status fresh_on(const MachineName& machine);

  std::map<MachineName, Link*> links_;
  Self& self_;
  std::map<MachineName, std::uint64_t> taken_;  ///< by the number of the taking
};

}  // namespace ff::adapters::sim
