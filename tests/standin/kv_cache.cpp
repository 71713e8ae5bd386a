#include "standin/kv_cache.h"

#include <algorithm>
#include <cmath>

namespace ff::standin {
namespace {

constexpr double kib_in_gib = 1024.0 * 1024.0;
constexpr double overhead_gib = 5.0;  // activations, graphs and what is not torch's
// The measured copy: 499,110 tokens beside 71.72 GiB of weights, with 0.78 of 127,601,452 kB.
constexpr double measured_tokens = 499110;
constexpr double measured_kv_gib = 0.78 * 127601452 / kib_in_gib - 71.72 - overhead_gib;

}  // namespace

MemoryPlan plan_memory(const ServeFlags& flags, const Settings& settings) {
  const int ranks = std::max(1, flags.tensor_parallel_size);
  const double requested_kb = static_cast<double>(settings.memory_total_kb) * flags.gpu_memory_utilization;
  const double weights_gib = settings.weights_gib / ranks;
  MemoryPlan plan;
  plan.requested_kb = static_cast<std::int64_t>(std::ceil(requested_kb));
  plan.weights_kb = static_cast<std::int64_t>(weights_gib * kib_in_gib);
  plan.kv_cache_gib = requested_kb / kib_in_gib - weights_gib - overhead_gib;
  const double bytes_factor = flags.kv_cache_dtype.starts_with("fp8") ? 2.0 : 1.0;
  const double tokens = plan.kv_cache_gib / measured_kv_gib * measured_tokens * bytes_factor * ranks;
  plan.kv_cache_tokens = std::max<std::int64_t>(0, std::llround(tokens));
  return plan;
}

}  // namespace ff::standin
