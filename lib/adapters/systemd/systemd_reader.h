#pragma once

#include <map>
#include <memory>
#include <vector>

#include "ports/dialer.h"
#include "ports/units.h"

namespace ff::adapters::systemd {

class Bus;

/// Reads one machine's systemd over D-Bus. Connects at the first call; a connection that failed is dropped
/// and made anew by the next call, as long as the dialer's session lives. Used by one thread at a time.
class SystemdReader : public ports::UnitReader {
 public:
  /// `dialer` leads to `machine` and outlives this reader and its watches.
  SystemdReader(ports::Dialer& dialer, MachineName machine);
  ~SystemdReader() override;

  Result<std::map<UnitName, domain::UnitState>> states(const std::vector<UnitName>& units,
                                                       Limit limit) override;
  Result<std::vector<domain::UnitDefinition>> definitions(Limit limit) override;
  Status manager(Limit limit) override;
  Result<std::unique_ptr<ports::UnitWatch>> watch(const std::vector<UnitName>& units, Limit limit) override;

 private:
  ports::Dialer& dialer_;
  MachineName machine_;
  std::unique_ptr<Bus> bus_;
};

}  // namespace ff::adapters::systemd
