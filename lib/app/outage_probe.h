#pragma once

#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

#include "domain/cluster.h"
#include "ports/world.h"

namespace ff::app {

/// Asks the proxy for the list of models five times a second, as a client would, and measures how long it got
/// anything but 200. Runs on a lane of its own beside the engine's.
class OutageProbe {
 public:
  OutageProbe(const ports::Readers& readers, domain::Endpoint public_endpoint, std::string api_key,
              RunId run);

  /// Probes until it is asked to stop. Never fails: a proxy that cannot be asked is an outage.
  void run(const std::stop_token& stop);
  /// From the first failed probe to the first good one after the last failed; nothing when none failed.
  /// Still open: up to the last probe.
  [[nodiscard]] std::optional<Milliseconds> seen() const;

 private:
  bool probe(const std::stop_token& stop);
  void note(bool good);

  const ports::Readers& readers_;
  domain::Endpoint endpoint_;
  std::string api_key_;
  RunId run_;
  mutable std::mutex mutex_;
  bool down_ = false;
  std::optional<MonoTime> began_;
  std::optional<MonoTime> ended_;
};

}  // namespace ff::app
