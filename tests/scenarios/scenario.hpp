#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "domain/plan.h"
#include "domain/profile.h"
#include "domain/snapshot.h"

namespace ff::scenarios {

/// One folder of tests/scenarios: what is declared, what is observed, and for which target a plan is made.
struct Scenario {
  std::filesystem::path folder;
  std::string purpose;  ///< one line
  ProfileName target;
  domain::Declaration declaration;
  domain::Snapshot snapshot;
  std::set<MachineName> absent;  ///< that the plan does without

  [[nodiscard]] std::filesystem::path expected() const { return folder / "plan.txt"; }
  /// The plan from that view; of absent machines nothing is seen.
  [[nodiscard]] domain::Plan plan(domain::Snapshot view) const;
};

/// The names of all scenarios, sorted.
[[nodiscard]] std::vector<std::string> names();
/// Reads a scenario. README.md beside it tells the format.
[[nodiscard]] Result<Scenario> read(const std::string& name);
/// A whole file; empty when there is none.
[[nodiscard]] std::string text_of(const std::filesystem::path& file);

}  // namespace ff::scenarios
