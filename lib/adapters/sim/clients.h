#pragma once

#include <set>
#include <utility>
#include <vector>

#include "base/time.h"
#include "domain/cluster.h"

namespace ff::adapters::sim {

class World;

/// The clients of the proxy: what they get at each moment, and how many requests they keep under way.
class Clients {
 public:
  explicit Clients(World& world) : world_(world) {}

  /// From now on so many requests are under way at once, each for `length`.
  void load(int requests, Milliseconds length);
  /// What a completion through the proxy gets now: 200, 503 in maintenance, 502 without a live engine, 504
  /// where the engine hangs, 0 where nothing answers.
  [[nodiscard]] int status();
  /// Looks; to be called after whatever may have changed it.
  void look();
  /// Each status that they got and since when.
  [[nodiscard]] const std::vector<std::pair<MonoTime, int>>& seen() const { return seen_; }

 private:
  void spread();
  [[nodiscard]] std::set<domain::Endpoint> routed();

  World& world_;
  int requests_ = 0;
  Milliseconds length_{0};
  std::vector<std::pair<MonoTime, int>> seen_;
  std::set<domain::Endpoint> loaded_;  ///< endpoints whose engines have requests of theirs
};

}  // namespace ff::adapters::sim
