#pragma once

#include <string>

#include "domain/plan.h"
#include "domain/profile.h"

namespace ff::render {

/// The plan as plain commands for the night when ff is not there: Markdown with one bash block for each
/// machine of each stage, in their order. A block begins with "```bash MACHINE", runs as root by `bash -e` on
/// that machine, needs systemd, coreutils, curl, iproute2 and the proxy there, and may be run again. Files
/// that a step would write stand in it. A plan without stages gives nothing.
[[nodiscard]] std::string runbook(const domain::Cluster& cluster, const domain::Plan& plan);

}  // namespace ff::render
