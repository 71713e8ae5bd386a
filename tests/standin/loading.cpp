#include "standin/loading.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ff::standin {
namespace {

constexpr std::chrono::milliseconds tick{10};
constexpr double kib_in_gib = 1024.0 * 1024.0;
constexpr int shards = 4;
constexpr double weights_begin = 0.05;
constexpr double weights_end = 0.75;
constexpr double dies_at = 0.5;

// At which part of the load each milestone's lines are printed.
constexpr std::array<double, 10> milestones{0.0,   0.02,        weights_begin, 0.225, 0.40,
                                            0.575, weights_end, 0.85,          0.95,  0.98};

double gib(std::int64_t kb) {
  return static_cast<double>(kb) / kib_in_gib;
}

}  // namespace

Loading::Loading(const ServeFlags& flags, SettingsFile& settings, StopSignal& stop, MemoryClaim& claim)
    : flags_(flags),
      settings_(settings),
      stop_(stop),
      claim_(claim),
      plan_(plan_memory(flags, settings.now())),
      from_(flags.node_rank > 0 ? LogFrom::worker : LogFrom::engine_core) {}

bool Loading::enough_memory() {
  const auto memory = claim_.ask();
  if (!memory || memory->free_kb >= plan_.requested_kb) return true;
  log_error(
      from_, "core.py:946",
      fmt::format("ValueError: Free memory on device cuda:0 ({:.2f}/{:.2f} GiB) on startup is less than "
                  "desired GPU memory utilization ({:.4g}, {:.2f} GiB). Decrease GPU memory utilization or "
                  "reduce GPU memory used by other processes.",
                  gib(memory->free_kb), gib(memory->total_kb), flags_.gpu_memory_utilization,
                  gib(plan_.requested_kb)));
  return false;
}

Loaded Loading::run() {
  began_ = Clock::now();
  auto last = began_;
  while (true) {
    const auto now = Clock::now();
    advance(now - last);
    last = now;
    take_memory();
    if (!reach_milestones()) return Loaded::failed;
    if (progress_ >= dies_at && settings_.now().fault == Fault::die_loading) {
      print_no_cache_blocks();
      return Loaded::failed;
    }
    if (progress_ >= 1) return Loaded::ready;
    if (stop_.wait_for(tick)) return Loaded::stopped;
  }
}

void Loading::advance(Clock::duration passed) {
  const Settings settings = settings_.now();
  const double passed_s = std::chrono::duration<double>(passed).count();
  if (settings.fault == Fault::never_ready) {
    progress_ = std::min(progress_ + passed_s / std::max(settings.start_s, 0.001), std::max(progress_, 0.6));
    return;
  }
  progress_ = settings.start_s <= 0 ? 1 : std::min(1.0, progress_ + passed_s / settings.start_s);
}

void Loading::take_memory() {
  const double part = std::clamp((progress_ - weights_begin) / (weights_end - weights_begin), 0.0, 1.0);
  const auto weights = static_cast<std::int64_t>(part * static_cast<double>(plan_.weights_kb));
  const std::int64_t wanted =
      progress_ >= milestones[7] ? plan_.requested_kb : std::min(weights, plan_.requested_kb);
  const std::int64_t step = plan_.requested_kb / 100;
  if (wanted == held_kb_ || (wanted < held_kb_ + step && progress_ < 1)) return;
  claim_.hold(wanted);
  held_kb_ = wanted;
}

bool Loading::reach_milestones() {
  while (milestones_done_ < milestones.size() && progress_ >= milestones[milestones_done_]) {
    if (!print_milestone(milestones_done_++)) return false;
  }
  return true;
}

bool Loading::print_milestone(std::size_t index) {
  switch (index) {
    case 0:
      log_info(from_, "core.py:93",
               fmt::format("Initializing a V1 LLM engine (v{}) with config: model='{}', max_seq_len={}, "
                           "tensor_parallel_size={}, kv_cache_dtype={}",
                           version, flags_.model, flags_.max_model_len, flags_.tensor_parallel_size,
                           flags_.kv_cache_dtype));
      return true;
    case 1:
      log_info(from_, "gpu_model_runner.py:4181", fmt::format("Starting to load model {}...", flags_.model));
      return true;
    case 6:
      print_shards(shards);
      log_info(from_, "default_loader.py:384",
               fmt::format("Loading weights took {:.2f} seconds", elapsed_s()));
      log_info(from_, "gpu_model_runner.py:4278",
               fmt::format("Model loading took {:.2f} GiB memory and {:.6f} seconds", gib(plan_.weights_kb),
                           elapsed_s()));
      return true;
    case 7:
      return print_kv_cache();
    case 8:
      log_info(from_, "gpu_model_runner.py:5372", "Graph capturing finished in 5 secs, took 0.67 GiB");
      return true;
    case 9:
      log_info(from_, "core.py:272",
               fmt::format("init engine (profile, create kv cache, warmup model) took {:.2f} seconds",
                           elapsed_s() * 0.25));
      return true;
    default:
      print_shards(static_cast<int>(index) - 2);
      return true;
  }
}

void Loading::print_shards(int done) {
  const double seconds = elapsed_s();
  const double left = done > 0 ? seconds / done * (shards - done) : 0;
  const auto clock = [](double s) {
    return fmt::format("{:02}:{:02}", static_cast<int>(s) / 60, static_cast<int>(s) % 60);
  };
  print_line(
      fmt::format("Loading safetensors checkpoint shards: {:>3}% Completed | {}/{} [{}<{}, {:5.2f}s/it]",
                  done * 100 / shards, done, shards, clock(seconds), done > 0 ? clock(left) : "?",
                  done > 0 ? seconds / done : 0.0));
}

bool Loading::print_kv_cache() {
  log_info(from_, "gpu_worker.py:358",
           fmt::format("Available KV cache memory: {:.2f} GiB", plan_.kv_cache_gib));
  if (plan_.kv_cache_gib <= 0) {
    print_no_cache_blocks();
    return false;
  }
  if (plan_.kv_cache_tokens < flags_.max_model_len) {
    log_error(from_, "core.py:946",
              fmt::format(
                  "ValueError: To serve at least one request with the model's max seq len ({}), ({:.2f} GiB "
                  "KV cache is needed, which is larger than the available KV cache memory ({:.2f} GiB). "
                  "Based on the available memory, the estimated maximum model length is {}.",
                  flags_.max_model_len, plan_.kv_cache_gib / plan_.concurrency(flags_.max_model_len),
                  plan_.kv_cache_gib, plan_.kv_cache_tokens));
    return false;
  }
  if (flags_.node_rank > 0) return true;
  log_info(from_, "kv_cache_utils.py:1305",
           fmt::format("GPU KV cache size: {} tokens", with_commas(plan_.kv_cache_tokens)));
  log_info(from_, "kv_cache_utils.py:1310",
           fmt::format("Maximum concurrency for {} tokens per request: {:.2f}x",
                       with_commas(flags_.max_model_len), plan_.concurrency(flags_.max_model_len)));
  return true;
}

void Loading::print_no_cache_blocks() {
  log_error(from_, "core.py:946", "EngineCore failed to start.");
  log_error(from_, "core.py:946", "Traceback (most recent call last):");
  log_error(from_, "core.py:946", "  File \"vllm/v1/engine/core.py\", line 937, in run_engine_core");
  log_error(from_, "core.py:946", "    engine_core = EngineCoreProc(*args, **kwargs)");
  log_error(from_, "core.py:946",
            "  File \"vllm/v1/core/kv_cache_utils.py\", line 686, in check_enough_kv_cache_memory");
  log_error(
      from_, "core.py:946",
      "ValueError: No available memory for the cache blocks. Try increasing `gpu_memory_utilization` when "
      "initializing the engine.");
}

double Loading::elapsed_s() const {
  return std::chrono::duration<double>(Clock::now() - began_).count();
}

}  // namespace ff::standin
