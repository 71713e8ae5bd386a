#pragma once

#include <string>

#include "base/result.h"
#include "domain/profile.h"

namespace ff::config {

/// The cluster file to read: `flag` (--cluster), else `environment` ($FF_CLUSTER), else /etc/ff/cluster.toml.
[[nodiscard]] std::string cluster_file(const std::string& flag, const std::string& environment);

/// Reads a cluster file and every other *.toml beside it, each of which is a profile. A relative ssh_config
/// is taken from the file's folder. All faults of all files come as one error, bad_input.
[[nodiscard]] Result<domain::Declaration> load(const std::string& cluster_file);

}  // namespace ff::config
