#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "domain/trouble.h"

namespace ff::planner {

/// What one rank of an instance wrote in one start, with what its machine's kernel wrote meanwhile.
struct RankLog {
  Milliseconds clock_ahead{0};  ///< of its machine, before the clock that the others are held against
  std::vector<domain::LogEntry> entries;
};

/// What a line says, by itself. Knows the words of vLLM, torch, NCCL, CUDA, docker, systemd and the kernel.
[[nodiscard]] domain::Trouble trouble_in(std::string_view line);

/// The first error over all ranks, which are given leader first: of lines that tell a known cause the
/// earliest, else of exceptions, else of errors, else of consequences. Clocks that are set by different
/// servers are never closer than half a second: within that the earlier rank's is taken. Pure.
[[nodiscard]] std::optional<domain::FirstError> first_error(const std::vector<RankLog>& ranks);

}  // namespace ff::planner
