#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace ff::standin {

/// The ids of all completion requests that arrived, so that a test can tell whether one came twice.
class RequestLog {
 public:
  void note(const std::string& id);
  /// {"total": N, "without_id": N, "requests": [{"id": "...", "count": N}, ...]}
  [[nodiscard]] std::string json() const;

 private:
  mutable std::mutex mutex_;
  std::int64_t without_id_ = 0;
  std::map<std::string, std::int64_t> counts_;
};

}  // namespace ff::standin
