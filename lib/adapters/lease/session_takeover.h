#pragma once

#include <map>
#include <string>

#include "ports/clock.h"
#include "ports/dialer.h"
#include "ports/takeover.h"

namespace ff::adapters::lease {

/// Takes locks of SessionLocks from the runs that hold them, by a script on each machine: PROTOCOL.md tells
/// the files that it reads and writes.
class SessionTakeover : public ports::Takeover {
 public:
  /// The dialers are borrowed and outlive this. `folder` is where the locks are.
  explicit SessionTakeover(std::map<MachineName, ports::Dialer*> dialers, std::string folder = "/run/ff")
      : dialers_(std::move(dialers)), folder_(std::move(folder)) {}

  Status ask(const MachineName& machine, const RunId& run, const ports::StopWish& wish, Limit limit) override;
  Status fence(const MachineName& machine, const RunId& run, Limit limit) override;

 private:
  Status act(const MachineName& machine, const std::vector<std::string>& words, const Limit& limit);

  std::map<MachineName, ports::Dialer*> dialers_;
  std::string folder_;
};

}  // namespace ff::adapters::lease
