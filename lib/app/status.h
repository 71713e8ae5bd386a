#pragma once

#include "app/scene.h"
#include "planner/drift.h"

namespace ff::app {

/// What `ff status` tells: what was seen, and what to think of it.
struct StatusReport {
  domain::Snapshot snapshot;
  planner::Judgement judgement;
};

/// Looks at everything quickly; tokens are asked for only when `tokens` says so.
[[nodiscard]] StatusReport status(const Scene& scene, Tokens tokens, std::stop_token stop);

}  // namespace ff::app
