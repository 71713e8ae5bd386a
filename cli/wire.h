#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "domain/profile.h"
#include "ports/world.h"

namespace ff::cli {

/// The real world: the only place that names concrete adapters. Making it dials nothing; machines are reached
/// when they are first asked. Everything that it hands out lives as long as it does.
class Wire {
 public:
  /// Declaration and events must outlive it.
  Wire(const domain::Declaration& declaration, ports::Clock& clock, ports::Events& events);
  ~Wire();
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

  [[nodiscard]] ports::Readers& readers();
  [[nodiscard]] ports::Gate& gate();
  /// Why this machine could keep no copy of the run's record; nothing while all is well. No run fails for it.
  [[nodiscard]] std::optional<Error> record_copy_fault();

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

/// Ids of the runs whose record this machine has a copy of; asks nobody.
[[nodiscard]] std::vector<std::string> runs_made_here();

}  // namespace ff::cli
