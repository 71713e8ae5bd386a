#include "capacity/capacity.h"

#include <algorithm>
#include <cmath>

namespace ff::capacity {

Bytes need(Bytes machine_total, double share) {
  return {static_cast<std::int64_t>(std::ceil(static_cast<double>(machine_total.count) * share))};
}

Fit fit(const domain::Memory& memory, Bytes need, Bytes reserve, Bytes given_back) {
  Fit fit;
  fit.need = need;
  fit.reserve = reserve;
  fit.free = std::min(memory.available + given_back, memory.total);
  fit.left = fit.free - need;
  fit.missing = std::max(Bytes{0}, reserve - fit.left);
  return fit;
}

Bytes kv_room(Bytes machine_total, double share, Bytes weights, Bytes overhead) {
  return std::max(Bytes{0}, need(machine_total, share) - weights - overhead);
}

double bytes_per_token(Bytes kv_cache, std::int64_t tokens) {
  return tokens > 0 ? static_cast<double>(kv_cache.count) / static_cast<double>(tokens) : 0.0;
}

std::int64_t kv_tokens(Bytes kv_cache, double token_bytes) {
  if (token_bytes <= 0.0) return 0;
  return static_cast<std::int64_t>(static_cast<double>(kv_cache.count) / token_bytes);
}

double full_requests(std::int64_t tokens, std::int64_t max_model_len) {
  return max_model_len > 0 ? static_cast<double>(tokens) / static_cast<double>(max_model_len) : 0.0;
}

}  // namespace ff::capacity
