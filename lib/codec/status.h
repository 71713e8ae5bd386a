#pragma once

#include <string>
#include <vector>

#include "base/ids.h"
#include "domain/hazard.h"
#include "domain/snapshot.h"

namespace ff::codec {

/// `ff status --json`: what the cluster is in, how much of it serves, what drifted, and all that was
/// observed. Ends without a newline.
[[nodiscard]] std::string status_json(const domain::Snapshot& snapshot, const ProfileName& profile,
                                      int serving, int declared, const std::vector<MachineName>& absent,
                                      const std::vector<domain::Hazard>& drift,
                                      const std::vector<domain::Hazard>& notes);

}  // namespace ff::codec
