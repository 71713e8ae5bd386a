#pragma once

#include <string>

#include "standin/engine_counters.h"
#include "standin/flags.h"
#include "standin/kv_cache.h"

namespace ff::standin {

/// What /metrics answers: vLLM's families in Prometheus' text format.
[[nodiscard]] std::string metrics_text(const EngineCounters& counters, const ServeFlags& flags,
                                       const MemoryPlan& plan);

}  // namespace ff::standin
