#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
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

  [[nodiscard]] std::filesystem::path expected() const { return folder / "plan.txt"; }
};

/// The names of all scenarios, sorted.
[[nodiscard]] std::vector<std::string> names();
/// Reads a scenario. README.md beside it tells the format.
[[nodiscard]] Result<Scenario> read(const std::string& name);
/// A whole file; empty when there is none.
[[nodiscard]] std::string text_of(const std::filesystem::path& file);

}  // namespace ff::scenarios
