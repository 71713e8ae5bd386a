#include "standin/request_log.h"

#include <cstdlib>
#include <nlohmann/json.hpp>

namespace ff::standin {

RequestLog::RequestLog() {
  if (const char* path = std::getenv("FF_STANDIN_REQUESTS")) file_.open(path, std::ios::app);
}

void RequestLog::note(const std::string& id) {
  const std::lock_guard lock(mutex_);
  if (id.empty()) {
    ++without_id_;
  } else {
    ++counts_[id];
    // A process that is killed the next moment has written it.
    if (file_.is_open()) file_ << id << std::endl;
  }
}

std::string RequestLog::json() const {
  const std::lock_guard lock(mutex_);
  std::int64_t total = without_id_;
  auto requests = nlohmann::json::array();
  for (const auto& [id, count] : counts_) {
    total += count;
    requests.push_back({{"id", id}, {"count", count}});
  }
  return nlohmann::json{{"total", total}, {"without_id", without_id_}, {"requests", std::move(requests)}}
      .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace ff::standin
