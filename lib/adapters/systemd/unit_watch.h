#pragma once

#include <deque>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "adapters/systemd/bus.h"
#include "ports/units.h"

namespace ff::adapters::systemd {

/// Signals of some units on a connection of its own, many of one unit told as one change.
class SystemdWatch : public ports::UnitWatch {
 public:
  SystemdWatch(std::unique_ptr<Bus> bus, const std::vector<UnitName>& units);

  /// Connects and returns once nothing that happens later can be missed.
  Status subscribe(const Limit& limit);
  Result<std::variant<ports::UnitChanged, ports::Quiet>> next(Limit limit) override;

 private:
  void note(const Signal& signal);
  void changed(const UnitName& unit);

  std::unique_ptr<Bus> bus_;
  std::set<UnitName> units_;
  std::deque<UnitName> changed_;
};

}  // namespace ff::adapters::systemd
