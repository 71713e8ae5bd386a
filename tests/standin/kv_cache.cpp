#include "standin/kv_cache.h"

#include <algorithm>
#include <cmath>

namespace ff::standin {
namespace {

constexpr double kib_in_gib = 1024.0 * 1024.0;
// Measured on copies with 71.72 GiB of weights: 499,110 tokens in BF16 and 1.08 million in FP8 with 0.78 of
// 127,601,452 kB, 0.76 million in FP8 with 0.74. The overhead (activations, graphs, what is not torch's)
// follows from the last two.
constexpr double overhead_gib = 6.75;
constexpr double measured_tokens = 499110;
constexpr double measured_kv_gib = 0.78 * 127601452 / kib_in_gib - 71.72 - overhead_gib;
constexpr double fp8_factor = 1.08e6 / measured_tokens;

}  // namespace

MemoryPlan plan_memory(const ServeFlags& flags, const Settings& settings) {
  const int ranks = std::max(1, flags.tensor_parallel_size);
  const double requested_kb = static_cast<double>(settings.memory_total_kb) * flags.gpu_memory_utilization;
  const double weights_gib = settings.weights_gib / ranks;
  MemoryPlan plan;
  plan.requested_kb = static_cast<std::int64_t>(std::ceil(requested_kb));
  plan.weights_kb = static_cast<std::int64_t>(weights_gib * kib_in_gib);
  plan.kv_cache_gib = requested_kb / kib_in_gib - weights_gib - overhead_gib;
  // Not times the ranks: with the few heads of such a model each rank keeps all of them. So the split has the
  // measured 3 million in FP8, about 12 requests of full length.
  const double factor = flags.kv_cache_dtype.starts_with("fp8") ? fp8_factor : 1.0;
  const double tokens = plan.kv_cache_gib / measured_kv_gib * measured_tokens * factor;
  plan.kv_cache_tokens = std::max<std::int64_t>(0, std::llround(tokens));
  return plan;
}

}  // namespace ff::standin
