#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "config/fault.h"
#include "domain/profile.h"

namespace ff::config {

/// A value, or everything that is wrong with the text that it was to be made from.
template <class T>
using Parsed = std::expected<T, std::vector<Fault>>;

/// A file's content and the name that faults call it by.
struct Source {
  std::string file;
  std::string text;
};

/// cluster.toml as a value. Paths in it stay as they are written. Overrides are not checked against profiles.
[[nodiscard]] Parsed<domain::Cluster> parse_cluster(std::string_view text, const std::string& file_name);
/// A profile as a value; its name is the file's without folders and `.toml`. Boxes are not checked against a
/// cluster.
[[nodiscard]] Parsed<domain::Profile> parse_profile(std::string_view text, const std::string& file_name);
/// The cluster and its profiles, each file checked by itself and all against each other.
[[nodiscard]] Parsed<domain::Declaration> parse(const Source& cluster, const std::vector<Source>& profiles);

}  // namespace ff::config
