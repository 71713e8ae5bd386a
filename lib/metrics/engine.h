#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace ff::metrics {

/// What vLLM's /metrics page tells of one engine. A series that is missing is unknown, never 0.
struct EngineFigures {
  std::optional<double> running;            ///< requests
  std::optional<double> waiting;            ///< requests
  std::optional<double> kv_usage;           ///< 0..1; of the fullest engine where there are several
  std::optional<double> prompt_tokens;      ///< counter since the engine's start
  std::optional<double> generation_tokens;  ///< counter since the engine's start
  std::optional<double> requests_finished;  ///< counter, over all reasons
  std::optional<double> preemptions;        ///< counter
  std::optional<std::int64_t> kv_tokens;    ///< size of the KV cache, where the build tells it
};

/// The figures in the text of a /metrics page, by the names of current and older builds.
[[nodiscard]] EngineFigures engine_figures(std::string_view text);

}  // namespace ff::metrics
