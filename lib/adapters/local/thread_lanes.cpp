#include "adapters/local/thread_lanes.h"

#include <thread>

namespace ff::adapters::local {

std::vector<Status> ThreadLanes::run(std::vector<ports::Lane> lanes, std::stop_token stop) {
  std::stop_source waits;
  const std::stop_callback passed_on(stop, [&] { waits.request_stop(); });
  std::vector<Status> results(lanes.size());
  {
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      threads.emplace_back([&, i] {
        results[i] = lanes[i].work(waits.get_token());
        if (!results[i]) waits.request_stop();
      });
    }
  }
  return results;
}

}  // namespace ff::adapters::local
