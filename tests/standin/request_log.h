#pragma once

#include <cstdint>
#include <fstream>
#include <map>
#include <mutex>
#include <string>

namespace ff::standin {

/// The ids of all completion requests that arrived, so that a test can tell whether one came twice: those of
/// this process, and in the file that $FF_STANDIN_REQUESTS names also those of the processes before it.
class RequestLog {
 public:
  RequestLog();

  /// Appends to the file too, an id a line; requests without an id are left out there.
  void note(const std::string& id);
  /// {"total": N, "without_id": N, "requests": [{"id": "...", "count": N}, ...]}
  [[nodiscard]] std::string json() const;

 private:
  mutable std::mutex mutex_;
  std::ofstream file_;
  std::int64_t without_id_ = 0;
  std::map<std::string, std::int64_t> counts_;
};

}  // namespace ff::standin
