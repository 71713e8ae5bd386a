#include "standin/metrics_text.h"

#include <fmt/format.h>

#include <iterator>
#include <string_view>
#include <utility>

namespace ff::standin {
namespace {

constexpr std::array<const char*, 3> finish_words{"stop", "length", "abort"};

/// As Python prints a float: always with a point or an exponent.
std::string number(double value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

class Writer {
 public:
  explicit Writer(const std::string& model) : labels_(fmt::format("engine=\"0\",model_name=\"{}\"", model)) {}

  void family(std::string_view name, std::string_view type, std::string_view help) {
    text_ += fmt::format("# HELP {} {}\n# TYPE {} {}\n", name, help, name, type);
  }
  void sample(std::string_view name, double value, std::string_view more_labels = {}) {
    text_ += fmt::format("{}{{{}{}}} {}\n", name, labels_, more_labels, number(value));
  }
  void gauge(std::string_view name, std::string_view help, double value) {
    family(name, "gauge", help);
    sample(name, value);
  }
  void counter(const std::string& name, std::string_view help, std::int64_t value) {
    family(name, "counter", help);
    sample(name + "_total", static_cast<double>(value));
  }
  void histogram(const std::string& name, std::string_view help, const Histogram& histogram) {
    family(name, "histogram", help);
    std::int64_t below = 0;
    for (std::size_t i = 0; i < histogram.counts().size(); ++i) {
      below += histogram.counts()[i];
      const std::string bound = i < histogram.bounds().size() ? number(histogram.bounds()[i]) : "+Inf";
      sample(name + "_bucket", static_cast<double>(below), ",le=\"" + bound + "\"");
    }
    sample(name + "_count", static_cast<double>(below));
    sample(name + "_sum", histogram.sum());
  }
  void line(std::string_view text) { text_ += text; }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  const std::string labels_;
  std::string text_;
};

void write_requests(Writer& out, const EngineCounters& counters) {
  out.gauge("vllm:num_requests_running", "Number of requests in model execution batches.", counters.running);
  out.gauge("vllm:num_requests_waiting", "Number of requests waiting to be processed.", counters.waiting);
  out.family("vllm:num_requests_waiting_by_reason", "gauge", "Number of waiting requests by reason.");
  out.sample("vllm:num_requests_waiting_by_reason", counters.waiting, ",reason=\"capacity\"");
  out.sample("vllm:num_requests_waiting_by_reason", 0, ",reason=\"deferred\"");
  out.gauge("vllm:kv_cache_usage_perc", "KV-cache usage. 1 means 100 percent usage.",
            counters.kv_cache_usage);
  out.counter("vllm:prefix_cache_queries", "Prefix cache queries, in tokens.", counters.prompt_tokens);
  out.counter("vllm:prefix_cache_hits", "Prefix cache hits, in tokens.", 0);
  out.counter("vllm:num_preemptions", "Cumulative number of preemptions from the engine.", 0);
  out.counter("vllm:prompt_tokens", "Number of prefill tokens processed.", counters.prompt_tokens);
  out.counter("vllm:generation_tokens", "Number of generation tokens processed.", counters.generation_tokens);
  out.family("vllm:request_success", "counter", "Count of successfully processed requests.");
  for (std::size_t i = 0; i < finish_words.size(); ++i) {
    out.sample("vllm:request_success_total", static_cast<double>(counters.finished[i]),
               fmt::format(",finished_reason=\"{}\"", finish_words[i]));
  }
}

void write_times(Writer& out, const EngineCounters& counters) {
  out.histogram("vllm:time_to_first_token_seconds", "Histogram of time to first token in seconds.",
                counters.time_to_first_token);
  out.histogram("vllm:inter_token_latency_seconds", "Histogram of inter-token latency in seconds.",
                counters.inter_token_latency);
  out.histogram("vllm:e2e_request_latency_seconds", "Histogram of e2e request latency in seconds.",
                counters.e2e_request_latency);
  out.histogram("vllm:request_queue_time_seconds", "Histogram of time spent in WAITING phase.",
                counters.request_queue_time);
}

void write_cache_config(Writer& out, const ServeFlags& flags, const MemoryPlan& plan) {
  constexpr int block_size = 16;
  out.family("vllm:cache_config_info", "gauge", "Information of the LLMEngine CacheConfig");
  out.line(fmt::format(
      "vllm:cache_config_info{{block_size=\"{}\",cache_dtype=\"{}\",enable_prefix_caching=\"True\",engine="
      "\"0\","
      "gpu_memory_utilization=\"{}\",kv_cache_max_concurrency=\"{:.2f}\",kv_cache_memory_bytes=\"None\","
      "kv_cache_size_tokens=\"{}\",num_gpu_blocks=\"{}\"}} 1.0\n",
      block_size, flags.kv_cache_dtype, flags.gpu_memory_utilization, plan.concurrency(flags.max_model_len),
      plan.kv_cache_tokens, plan.kv_cache_tokens / block_size));
}

}  // namespace

std::string metrics_text(const EngineCounters& counters, const ServeFlags& flags, const MemoryPlan& plan) {
  Writer out(flags.served_model_names.front());
  write_requests(out, counters);
  write_times(out, counters);
  write_cache_config(out, flags, plan);
  return out.take();
}

}  // namespace ff::standin
