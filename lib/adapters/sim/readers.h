#pragma once

#include <memory>

#include "adapters/sim/link.h"
#include "ports/host.h"
#include "ports/units.h"

namespace ff::adapters::sim {

/// A machine's service manager, read over one link. Calls: "states", "definitions", "manager", "watch".
class SimUnitReader : public ports::UnitReader {
 public:
  explicit SimUnitReader(Link& link) : link_(link) {}

  Result<std::map<UnitName, domain::UnitState>> states(const std::vector<UnitName>& units,
                                                       Limit limit) override;
  Result<std::vector<domain::UnitDefinition>> definitions(Limit limit) override;
  Status manager(Limit limit) override;
  Result<std::unique_ptr<ports::UnitWatch>> watch(const std::vector<UnitName>& units, Limit limit) override;

 private:
  Link& link_;
};

/// The machine below it. Calls: "look", "output_of", "list". Of commands it knows `cat FILE` and journalctl
/// by an invocation id.
class SimHostReader : public ports::HostReader {
 public:
  explicit SimHostReader(Link& link) : link_(link) {}

  Result<ports::HostFacts> look(const std::vector<std::string>& files, Limit limit) override;
  Result<std::map<std::string, std::string>> read_files(const std::vector<std::string>& paths,
                                                        Limit limit) override;
  Result<std::string> output_of(const std::vector<std::string>& command, Limit limit) override;
  Result<std::vector<std::string>> list(const std::string& folder, Limit limit) override;

 private:
  std::map<std::string, std::string> files_at(const std::vector<std::string>& paths);
  Result<std::string> output(const std::vector<std::string>& command);

  Link& link_;
};

}  // namespace ff::adapters::sim
