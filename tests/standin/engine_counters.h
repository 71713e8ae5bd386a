#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace ff::standin {

/// Why a request ended, in vLLM's words.
enum class FinishReason { stop, length, abort };

/// A Prometheus histogram: counts a bucket, not summed up.
class Histogram {
 public:
  explicit Histogram(std::vector<double> bounds) : bounds_(std::move(bounds)), counts_(bounds_.size() + 1) {}

  void observe(double value);
  [[nodiscard]] const std::vector<double>& bounds() const { return bounds_; }
  /// One more than bounds(): the last holds what is above all of them.
  [[nodiscard]] const std::vector<std::int64_t>& counts() const { return counts_; }
  [[nodiscard]] double sum() const { return sum_; }

 private:
  std::vector<double> bounds_;
  std::vector<std::int64_t> counts_;
  double sum_ = 0;
};

/// vLLM's bounds for waits that are short, and for whole requests.
[[nodiscard]] std::vector<double> first_token_bounds();
[[nodiscard]] std::vector<double> token_bounds();
[[nodiscard]] std::vector<double> request_bounds();

/// What the engine has done since it started, and what it does now.
struct EngineCounters {
  int running = 0;
  int waiting = 0;
  double kv_cache_usage = 0;  ///< 0 to 1
  std::int64_t prompt_tokens = 0;
  std::int64_t generation_tokens = 0;
  std::array<std::int64_t, 3> finished{};  ///< by FinishReason
  Histogram time_to_first_token{first_token_bounds()};
  Histogram inter_token_latency{token_bounds()};
  Histogram e2e_request_latency{request_bounds()};
  Histogram request_queue_time{request_bounds()};
};

}  // namespace ff::standin
