#pragma once

#include <cstdint>

#include "standin/flags.h"

namespace ff::standin {

/// What one rank takes of a box's memory and what the instance gets out of it.
struct MemoryPlan {
  std::int64_t requested_kb = 0;  ///< the share of the box, as claimed
  std::int64_t weights_kb = 0;    ///< this rank's part of the weights
  double kv_cache_gib = 0;        ///< what is left on this rank; 0 or less: nothing fits
  std::int64_t kv_cache_tokens = 0;

  /// How many requests of full length fit.
  [[nodiscard]] double concurrency(long max_model_len) const {
    return static_cast<double>(kv_cache_tokens) / static_cast<double>(max_model_len);
  }
};

/// Scaled to what copies and the split were measured to have.
[[nodiscard]] MemoryPlan plan_memory(const ServeFlags& flags, const Settings& settings);

}  // namespace ff::standin
