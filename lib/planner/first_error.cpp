#include "planner/first_error.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace ff::planner {
namespace {

using domain::Trouble;

constexpr Milliseconds clocks_differ{500};
constexpr std::ptrdiff_t lines_before = 6;
constexpr std::ptrdiff_t lines_after = 4;

struct Pattern {
  std::string_view words;
  Trouble trouble;
};

// clang-format off
// The first that is found in a line tells: what is only the echo of another failure goes before the causes whose
// words it may repeat.
constexpr std::array patterns = {
  Pattern{"EngineCore failed to start", Trouble::consequence},
  Pattern{"Engine core initialization failed", Trouble::consequence},
  Pattern{"EngineDeadError", Trouble::consequence},
  Pattern{"EngineCore encountered an issue", Trouble::consequence},
  Pattern{"WorkerProc initialization failed", Trouble::consequence},
  Pattern{"died unexpectedly", Trouble::consequence},
  Pattern{"RPC call to", Trouble::consequence},
  Pattern{"remote process exit", Trouble::consequence},
  Pattern{"ncclRemoteError", Trouble::consequence},
  Pattern{"Connection reset by peer", Trouble::consequence},
  Pattern{"Connection closed by peer", Trouble::consequence},
  Pattern{"connection closed by remote", Trouble::consequence},
  Pattern{"Broken pipe", Trouble::consequence},
  Pattern{"DistStoreError: Timed out", Trouble::consequence},
  Pattern{"DistNetworkError: The client socket", Trouble::consequence},
  Pattern{"Watchdog caught collective operation timeout", Trouble::consequence},
  Pattern{"resource_tracker", Trouble::consequence},

  Pattern{"NV_ERR_NO_MEMORY", Trouble::driver_memory},
  Pattern{"Out of memory: Killed process", Trouble::killed_for_memory},
  Pattern{"Memory cgroup out of memory", Trouble::killed_for_memory},
  Pattern{"oom-kill:", Trouble::killed_for_memory},
  Pattern{"killed by the OOM killer", Trouble::killed_for_memory},
  Pattern{"systemd-oomd killed", Trouble::killed_for_memory},
  Pattern{"is less than desired GPU memory utilization", Trouble::memory_short},
  Pattern{"No available memory for the cache blocks", Trouble::no_cache_room},
  Pattern{"larger than the available KV cache memory", Trouble::no_cache_room},
  Pattern{"To serve at least one request", Trouble::no_cache_room},
  Pattern{"CUDA out of memory", Trouble::memory_ran_out},
  Pattern{"OutOfMemoryError", Trouble::memory_ran_out},
  Pattern{"cudaErrorMemoryAllocation", Trouble::memory_ran_out},
  Pattern{"Cannot allocate memory", Trouble::memory_ran_out},
  Pattern{"No space left on device", Trouble::disk_full},
  Pattern{"Address already in use", Trouble::port_taken},
  Pattern{"address already in use", Trouble::port_taken},
  Pattern{"ShmRingBuffer", Trouble::shared_memory_gone},
  Pattern{"/psm_", Trouble::shared_memory_gone},
  Pattern{"No such container", Trouble::image_missing},
  Pattern{"Unable to find image", Trouble::image_missing},
  Pattern{"manifest unknown", Trouble::image_missing},
  Pattern{"pull access denied", Trouble::image_missing},
  Pattern{"Cannot connect to the Docker daemon", Trouble::image_missing},
  Pattern{"Unable to locate executable", Trouble::image_missing},
  Pattern{"Failed at step EXEC", Trouble::image_missing},
  Pattern{"Repository Not Found", Trouble::model_missing},
  Pattern{"RepositoryNotFoundError", Trouble::model_missing},
  Pattern{"HFValidationError", Trouble::model_missing},
  Pattern{"does not appear to have a file named", Trouble::model_missing},
  Pattern{"SafetensorError", Trouble::model_missing},
  Pattern{"unrecognized arguments", Trouble::bad_arguments},
  Pattern{"vllm serve: error:", Trouble::bad_arguments},
  Pattern{"exceeds available GPUs", Trouble::bad_arguments},
  Pattern{"validation error for", Trouble::bad_arguments},
  Pattern{"ibv_reg_mr", Trouble::fabric},
  Pattern{"ncclSystemError", Trouble::fabric},
  Pattern{"ncclUnhandledCudaError", Trouble::gpu},
  Pattern{"No route to host", Trouble::fabric},
  Pattern{"DistNetworkError: The server socket", Trouble::fabric},
  Pattern{"CUDA error", Trouble::gpu},
  Pattern{"no kernel image is available", Trouble::gpu},
  Pattern{"CUDA driver version is insufficient", Trouble::gpu},
  Pattern{"NVRM: Xid", Trouble::gpu},

  Pattern{"Main process exited", Trouble::consequence},
  Pattern{"Failed with result", Trouble::consequence},
  Pattern{"Failed to start", Trouble::consequence},
  Pattern{"Start request repeated too quickly", Trouble::consequence},
  Pattern{"start operation timed out", Trouble::consequence},
};
// clang-format on

bool has(std::string_view line, std::string_view words) {
  return line.find(words) != std::string_view::npos;
}

/// "ValueError: ...", "torch.distributed.DistBackendError: ..." anywhere in the line.
bool tells_exception(std::string_view line) {
  for (const std::string_view ending : {"Error: ", "Exception: ", "Interrupt: "}) {
    const std::size_t at = line.find(ending);
    if (at != std::string_view::npos && at > 0 && std::isalpha(static_cast<unsigned char>(line[at - 1])) != 0)
      return true;
  }
  return false;
}

/// A line that its writer does not call an error, whatever words are in it.
bool harmless_level(std::string_view line) {
  return has(line, "WARNING ") || has(line, "INFO ") || has(line, "DEBUG ");
}

/// How well it answers "why": the smaller the better.
int order_of(Trouble trouble) {
  switch (trouble) {
    case Trouble::none:
      return 4;
    case Trouble::consequence:
      return 3;
    case Trouble::error:
      return 2;
    case Trouble::exception:
      return 1;
    default:
      return 0;
  }
}

struct Candidate {
  const RankLog* rank;
  std::size_t index;
  Trouble trouble;

  [[nodiscard]] WallTime at() const { return rank->entries[index].at - rank->clock_ahead; }
};

/// The rank's best line, the earliest of those that are as good.
std::optional<Candidate> best_of(const RankLog& rank) {
  std::optional<Candidate> best;
  for (std::size_t i = 0; i < rank.entries.size(); ++i) {
    const Trouble trouble = trouble_in(rank.entries[i].text);
    if (trouble == Trouble::none) continue;
    const Candidate candidate{&rank, i, trouble};
    const bool better = !best || order_of(trouble) < order_of(best->trouble) ||
                        (order_of(trouble) == order_of(best->trouble) && candidate.at() < best->at());
    if (better) best = candidate;
  }
  return best;
}

std::vector<domain::LogEntry> around(const Candidate& found) {
  const auto& entries = found.rank->entries;
  const auto index = static_cast<std::ptrdiff_t>(found.index);
  const auto begin = std::max(std::ptrdiff_t{0}, index - lines_before);
  const auto end = std::min(std::ssize(entries), index + lines_after + 1);
  return {entries.begin() + begin, entries.begin() + end};
}

}  // namespace

Trouble trouble_in(std::string_view line) {
  for (const Pattern& pattern : patterns) {
    if (!has(line, pattern.words)) continue;
    return pattern.trouble == Trouble::consequence && harmless_level(line) ? Trouble::none : pattern.trouble;
  }
  if (harmless_level(line)) return Trouble::none;
  if (tells_exception(line)) return Trouble::exception;
  const bool traceback = has(line, "Traceback") || has(line, "File \"") || has(line, "    ");
  return has(line, "ERROR ") && !traceback ? Trouble::error : Trouble::none;
}

std::optional<domain::FirstError> first_error(const std::vector<RankLog>& ranks) {
  std::optional<Candidate> first;
  for (const RankLog& rank : ranks) {
    const auto best = best_of(rank);
    if (!best) continue;
    const bool better =
        !first || order_of(best->trouble) < order_of(first->trouble) ||
        (order_of(best->trouble) == order_of(first->trouble) && best->at() + clocks_differ < first->at());
    if (better) first = best;
  }
  if (!first) return std::nullopt;
  return domain::FirstError{first->rank->entries[first->index], first->trouble, around(*first)};
}

}  // namespace ff::planner
