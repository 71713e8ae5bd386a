#pragma once

#include <functional>
#include <stop_token>
#include <vector>

#include "base/ids.h"
#include "base/result.h"

namespace ff::ports {

/// Work for one machine. It gets a token that says when to leave its waits; acts are never cut.
struct Lane {
  MachineName machine;
  std::function<Status(std::stop_token)> work;
};

/// Runs lanes side by side.
class Lanes {
 public:
  virtual ~Lanes() = default;
  /// Returns when all lanes have, with their results in the same order. The first failure, or `stop`, asks
  /// the others to leave their waits. Unwinds nothing.
  virtual std::vector<Status> run(std::vector<Lane> lanes, std::stop_token stop) = 0;
};

}  // namespace ff::ports
