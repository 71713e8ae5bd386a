#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "domain/cluster.h"

namespace ff::domain {

/// One live endpoint behind the proxy.
struct Upstream {
  Endpoint endpoint;
  int cap = 0;  ///< requests that the copy runs at once; 0 for no cap

  auto operator<=>(const Upstream&) const = default;
};

/// That an operator, apart from any run, told the proxy to say maintenance.
struct Notice {
  std::string operator_name;  ///< user@host
  WallTime since = {};
  std::optional<WallTime> until = {};  ///< by when it should be over; only a person ends it

  auto operator<=>(const Notice&) const = default;
};

/// What the proxy is told to do.
struct Route {
  enum class Kind { serving, maintenance };
  Kind kind = Kind::maintenance;
  std::vector<Upstream> upstreams;  ///< not empty exactly when serving
  std::string state;                ///< short name in markers and headers: a profile's name or "maintenance"
  std::string message;              ///< what clients read in the 503 of maintenance
  int retry_after_s = 60;           ///< clamped to 15..60 when rendered
  std::optional<Notice> notice = {};  ///< set when an operator's maintenance is on

  auto operator<=>(const Route&) const = default;
};

/// What the proxy does now, read from the machine that it runs on.
struct RouteView {
  bool unit_active = false;  ///< the proxy's own unit
  bool owned = false;        ///< its configuration is one that ff wrote, unchanged since
  bool answers = false;      ///< the public address took a request
  std::string epoch;         ///< of the configuration on disk; empty when it is not ff's
  std::string marker_epoch;  ///< what the marker listener answers
  std::string public_epoch;  ///< what a real request to the public address carries in its header
  int public_status = 0;     ///< HTTP status of that request
  Route route;               ///< as the configuration on disk says; meaningful when owned
  std::string fault;         ///< why any of it could not be told

  /// Whether the proxy, asked in both ways, does what its configuration on disk says.
  [[nodiscard]] bool in_step() const {
    return owned && !epoch.empty() && epoch == marker_epoch && epoch == public_epoch;
  }
};

/// "serving box addresses" or "maintenance", for people.
[[nodiscard]] const char* word(Route::Kind kind);

}  // namespace ff::domain
