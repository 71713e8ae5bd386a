#pragma once

#include <optional>
#include <string>
#include <vector>

namespace ff::cli::man {

/// Names of the pages: "ff.1" and so on.
[[nodiscard]] std::vector<std::string> names();
/// A page in roff, made from the tables of verbs, exit codes and keys; nothing when there is none of that
/// name.
[[nodiscard]] std::optional<std::string> page(const std::string& name);

/// The example files that the pages show: a cluster, and two profiles for it.
[[nodiscard]] const char* example_cluster();
[[nodiscard]] const char* example_split();
[[nodiscard]] const char* example_replica();

}  // namespace ff::cli::man
