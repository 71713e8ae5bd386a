#include "standin/server_life.h"

#include <fmt/format.h>
#include <unistd.h>

#include <thread>

#include "standin/log.h"

namespace ff::standin {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds look_every{50};
constexpr std::chrono::seconds log_every{10};

}  // namespace

ServerLife::ServerLife(const ServeFlags& flags, SettingsFile& settings, const MemoryPlan& plan,
                       const LeaderRanks& ranks, StopSignal& stop)
    : flags_(flags),
      ranks_(ranks),
      stop_(stop),
      engine_({flags.max_num_seqs, plan.kv_cache_tokens, flags.topology()}, settings),
      api_(server_, engine_, flags, plan, settings) {}

int ServerLife::run() {
  if (!server_.open(flags_.host, flags_.port)) {
    print_line(
        fmt::format("OSError: [Errno 98] error while attempting to bind on address ('{}', {}): address "
                    "already in use",
                    flags_.host, flags_.port));
    return 1;
  }
  std::thread serving([this] { server_.serve(); });
  // The library forgets a stop that comes before it accepts.
  while (!server_.is_running()) std::this_thread::yield();
  log_info(LogFrom::api_server, "api_server.py:1977",
           fmt::format("Starting vLLM API server 0 on http://{}:{}", flags_.host, flags_.port));
  print_line(fmt::format("INFO:     Started server process [{}]", getpid()));
  print_line("INFO:     Waiting for application startup.");
  print_line("INFO:     Application startup complete.");
  stay();
  print_line("INFO:     Shutting down");
  drain();
  engine_.abort_all();
  server_.close(true);
  serving.join();
  print_line("INFO:     Application shutdown complete.");
  return 0;
}

void ServerLife::stay() {
  auto log_at = Clock::now() + log_every;
  while (!stop_.wait_for(look_every)) {
    if (ranks_.worker_lost()) engine_.break_down();
    if (Clock::now() < log_at) continue;
    log_at += log_every;
    log_activity();
  }
}

void ServerLife::log_activity() {
  const EngineCounters now = engine_.counters();
  const auto tokens = static_cast<double>(now.generation_tokens - logged_tokens_);
  logged_tokens_ = now.generation_tokens;
  if (tokens == 0 && now.running + now.waiting == 0) return;
  log_info(LogFrom::api_server, "loggers.py:257",
           fmt::format(
               "Engine 000: Avg generation throughput: {:.1f} tokens/s, Running: {} reqs, Waiting: {} reqs, "
               "GPU KV cache usage: {:.1f}%",
               tokens / 10.0, now.running, now.waiting, now.kv_cache_usage * 100));
}

void ServerLife::drain() {
  api_.refuse_new();
  const auto deadline = Clock::now() + std::chrono::seconds(flags_.shutdown_timeout_s);
  while (api_.in_flight() > 0 && Clock::now() < deadline && !stop_.insisted()) {
    if (ranks_.worker_lost()) engine_.break_down();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

}  // namespace ff::standin
