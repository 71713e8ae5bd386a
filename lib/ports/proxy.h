#pragma once

#include "base/result.h"
#include "base/time.h"
#include "domain/route.h"

namespace ff::ports {

/// Reads what the proxy does.
class ProxyReader {
 public:
  virtual ~ProxyReader() = default;
  /// The configuration on disk, its marker and one real request to the public address, side by side.
  /// Fails only when the route host could not be asked.
  virtual Result<domain::RouteView> route(Limit limit) = 0;
};

/// Changes what the proxy does.
class ProxyControl {
 public:
  virtual ~ProxyControl() = default;
  /// Writes, validates (warnings are errors), reloads and returns once marker and one real request carry the
  /// new epoch. On failure the previous file is back and in force, or the error says that it is not. A
  /// configuration that is not ff's is kept beside the new one first; whether that is allowed is the plan's
  /// matter.
  virtual Status set_route(const domain::Route& route, Limit limit) = 0;
};

}  // namespace ff::ports
