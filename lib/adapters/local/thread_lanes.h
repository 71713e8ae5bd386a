#pragma once

#include "ports/lanes.h"

namespace ff::adapters::local {

/// A thread a lane.
class ThreadLanes final : public ports::Lanes {
 public:
  std::vector<Status> run(std::vector<ports::Lane> lanes, std::stop_token stop) override;
};

}  // namespace ff::adapters::local
