#include "metrics/engine.h"

#include <charconv>

#include "metrics/exposition.h"

namespace ff::metrics {

namespace {

/// Builds tell it as text among the labels of their configuration: "None" where they do not know it.
std::optional<std::int64_t> kv_tokens_of(const Exposition& page) {
  const auto text = page.label("vllm:cache_config_info", "kv_cache_size_tokens");
  if (!text) return std::nullopt;
  std::int64_t tokens = 0;
  const auto [end, fault] = std::from_chars(text->data(), text->data() + text->size(), tokens);
  if (fault != std::errc() || end != text->data() + text->size()) return std::nullopt;
  return tokens;
}

}  // namespace

EngineFigures engine_figures(std::string_view text) {
  const Exposition page = Exposition::parse(text);
  EngineFigures figures;
  figures.running = page.sum("vllm:num_requests_running");
  figures.waiting = page.sum("vllm:num_requests_waiting");
  figures.kv_usage = page.largest("vllm:kv_cache_usage_perc");
  if (!figures.kv_usage) figures.kv_usage = page.largest("vllm:gpu_cache_usage_perc");
  figures.prompt_tokens = page.sum("vllm:prompt_tokens_total");
  figures.generation_tokens = page.sum("vllm:generation_tokens_total");
  figures.requests_finished = page.sum("vllm:request_success_total");
  figures.preemptions = page.sum("vllm:num_preemptions_total");
  figures.kv_tokens = kv_tokens_of(page);
  return figures;
}

}  // namespace ff::metrics
