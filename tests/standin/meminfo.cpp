#include "standin/meminfo.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace ff::standin {

std::string meminfo_text(std::int64_t total_kb, std::int64_t available_kb) {
  const std::int64_t available = std::clamp<std::int64_t>(available_kb, 0, total_kb);
  const std::int64_t used = total_kb - available;
  const std::int64_t cached = std::min<std::int64_t>(available / 2, 7340032);
  const std::int64_t buffers = std::min<std::int64_t>(available / 20, 412344);
  const std::int64_t free = available - cached * 9 / 10;
  const std::int64_t anonymous = used * 3 / 4;
  const std::vector<std::pair<const char*, std::int64_t>> figures{
      {"MemTotal", total_kb},
      {"MemFree", free},
      {"MemAvailable", available},
      {"Buffers", buffers},
      {"Cached", cached},
      {"SwapCached", 0},
      {"Active", anonymous + cached / 3},
      {"Inactive", cached * 2 / 3},
      {"Active(anon)", anonymous},
      {"Inactive(anon)", 0},
      {"Active(file)", cached / 3},
      {"Inactive(file)", cached * 2 / 3},
      {"Unevictable", 26976},
      {"Mlocked", 26976},
      {"SwapTotal", 0},
      {"SwapFree", 0},
      {"Dirty", 288},
      {"Writeback", 0},
      {"AnonPages", anonymous},
      {"Mapped", cached / 8},
      {"Shmem", 41216},
      {"KReclaimable", 392188},
      {"Slab", 671380},
      {"SReclaimable", 392188},
      {"SUnreclaim", 279192},
      {"KernelStack", 18640},
      {"PageTables", 42660},
      {"NFS_Unstable", 0},
      {"Bounce", 0},
      {"WritebackTmp", 0},
      {"CommitLimit", total_kb / 2},
      {"Committed_AS", anonymous * 5 / 4},
      {"VmallocTotal", 999999999},
      {"VmallocUsed", 121340},
      {"VmallocChunk", 0},
      {"Percpu", 29760},
      {"HardwareCorrupted", 0},
      {"AnonHugePages", anonymous / 2},
      {"HugePages_Total", 0},
      {"HugePages_Free", 0},
      {"HugePages_Rsvd", 0},
      {"HugePages_Surp", 0},
      {"Hugepagesize", 2048},
      {"Hugetlb", 0},
  };
  std::string text;
  for (const auto& [name, kb] : figures) {
    const bool count = std::string_view(name).starts_with("HugePages_");
    text += fmt::format("{:<16}{:>9}{}\n", fmt::format("{}:", name),
                        std::clamp<std::int64_t>(kb, 0, 999999999), count ? "" : " kB");
  }
  return text;
}

}  // namespace ff::standin
