#pragma once

#include "adapters/sim/link.h"
#include "ports/lock.h"
#include "ports/proxy.h"

namespace ff::adapters::sim {

/// What the proxy does, over the route host's link. Call: "route".
class SimProxyReader : public ports::ProxyReader {
 public:
  explicit SimProxyReader(Link& link) : link_(link) {}
  Result<domain::RouteView> route(Limit limit) override;

 private:
  Link& link_;
};

/// Changes it. Call: "set_route", its subject "maintenance" or the endpoints. A fault leaves the old route in
/// force and its file in place, unless it is met after the effect.
class SimProxyControl : public ports::ProxyControl {
 public:
  SimProxyControl(Link& link, ports::Lease& lease) : link_(link), lease_(lease) {}
  Status set_route(const domain::Route& route, Limit limit) override;

 private:
  Status change(const std::string& config, const Limit& limit);

  Link& link_;
  ports::Lease& lease_;
};

}  // namespace ff::adapters::sim
