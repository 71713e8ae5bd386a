#include "standin/memory_claim.h"

#include <cstdio>
#include <cstdlib>

namespace ff::standin {
namespace {

constexpr std::chrono::seconds answer_within{5};

}  // namespace

MemoryClaim::MemoryClaim() {
  const char* path = std::getenv("FF_STANDIN_MEMORY");
  if (auto fd = connect_unix(path != nullptr ? path : "/run/ff-lab/memory.sock"))
    keeper_ = LineSocket(std::move(*fd));
}

std::optional<BoxMemory> MemoryClaim::exchange(const std::string& line) {
  if (!keeper_ || !keeper_.send_line(line)) return std::nullopt;
  const auto answer = keeper_.read_line(answer_within);
  BoxMemory memory;
  if (!answer || std::sscanf(answer->c_str(), "free %ld total %ld", &memory.free_kb, &memory.total_kb) != 2)
    return std::nullopt;
  return memory;
}

std::optional<BoxMemory> MemoryClaim::ask() {
  return exchange("ask");
}

void MemoryClaim::hold(std::int64_t kb) {
  (void)exchange("hold " + std::to_string(kb));
}

}  // namespace ff::standin
