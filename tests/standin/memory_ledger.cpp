#include "standin/memory_ledger.h"

#include <algorithm>

namespace ff::standin {

void MemoryLedger::hold(int holder, std::int64_t kb) {
  held_[holder] = kb;
}

void MemoryLedger::release(int holder, Time back_at) {
  const auto found = held_.find(holder);
  if (found == held_.end()) return;
  returning_.push_back({back_at, found->second});
  held_.erase(found);
}

bool MemoryLedger::settle(Time now) {
  return std::erase_if(returning_, [now](const Return& one) { return one.at <= now; }) > 0;
}

std::optional<MemoryLedger::Time> MemoryLedger::next_return() const {
  if (returning_.empty()) return std::nullopt;
  return std::ranges::min_element(returning_, {}, &Return::at)->at;
}

std::int64_t MemoryLedger::held_kb() const {
  std::int64_t sum = 0;
  for (const auto& [holder, kb] : held_) sum += kb;
  for (const Return& one : returning_) sum += one.kb;
  return sum;
}

}  // namespace ff::standin
