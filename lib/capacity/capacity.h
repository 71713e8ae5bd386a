#pragma once

#include <cstdint>

#include "base/bytes.h"
#include "domain/snapshot.h"

namespace ff::capacity {

/// What one member takes of a box: vLLM claims its share of the whole memory, rounded up, whatever is free.
[[nodiscard]] Bytes need(Bytes machine_total, double share);

/// Whether one member fits on one box.
struct Fit {
  Bytes need;     ///< what the member takes
  Bytes free;     ///< what is available once the retired members' memory is back
  Bytes reserve;  ///< what has to stay free beside it
  Bytes left;     ///< free - need; negative when the member does not even start
  Bytes missing;  ///< what more would have to be free; 0 when it fits

  [[nodiscard]] bool fits() const { return missing.count == 0; }
};

/// Weighs `need` against what a box has. `given_back` is what members that are retired first will return;
/// it never makes more free than the box has.
[[nodiscard]] Fit fit(const domain::Memory& memory, Bytes need, Bytes reserve, Bytes given_back = {});

/// What is left for the KV cache of one rank: its claim less its weights and all else that it holds
/// (activations, graphs, driver). Never below 0.
[[nodiscard]] Bytes kv_room(Bytes machine_total, double share, Bytes weights, Bytes overhead);
/// Bytes that one token takes, from a measured cache: the arithmetic from a model's shape is far off for
/// hybrid models. 0 when `tokens` is not positive.
[[nodiscard]] double bytes_per_token(Bytes kv_cache, std::int64_t tokens);
/// Tokens that fit into a cache. 0 when `token_bytes` is not positive.
[[nodiscard]] std::int64_t kv_tokens(Bytes kv_cache, double token_bytes);
/// Requests of full length that a cache holds at once, as vLLM's "Maximum concurrency" line tells it.
[[nodiscard]] double full_requests(std::int64_t tokens, std::int64_t max_model_len);

}  // namespace ff::capacity
