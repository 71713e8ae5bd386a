#pragma once

#include <string>

#include "domain/cluster.h"
#include "ports/clock.h"
#include "ports/dialer.h"
#include "ports/host.h"
#include "ports/http.h"
#include "ports/proxy.h"
#include "ports/units.h"

namespace ff::adapters::proxy {

/// What the route host is read by. Nothing is owned; all must outlive whoever gets it.
struct Readers {
  ports::HostReader& host;
  ports::UnitReader& units;
  ports::Http& http;  ///< dialled from the route host itself
  ports::Clock& clock;
};

/// Reads what the proxy on the route host does: its file, its marker listener and one harmless request
/// (GET /v1/models) to the public address.
class RealProxyReader : public ports::ProxyReader {
 public:
  /// The cluster must outlive it.
  RealProxyReader(const domain::Cluster& cluster, Readers readers) : cluster_(cluster), readers_(readers) {}

  Result<domain::RouteView> route(Limit limit) override;

  /// Only what the two requests tell: marker_epoch, public_epoch, public_status, answers and fault.
  Result<domain::RouteView> answers(Limit limit);

 private:
  Status ask_marker(domain::RouteView& view, Limit limit);
  Status ask_public(domain::RouteView& view, Limit limit);

  const domain::Cluster& cluster_;
  Readers readers_;
};

/// What the route host is acted on by, behind its lease. Nothing is owned.
struct Actors {
  ports::HostControl& host;
  ports::UnitControl& units;
  ports::Dialer& runtime;  ///< leads to HAProxy's runtime socket; nginx has none
};

/// Makes the proxy on the route host do what a route says, and sees it done. A configuration that is not ff's
/// is kept beside it as CONFIG.before-ff, or CONFIG.before-ff-DIGEST when that name is taken. After a failure
/// the previous file is put back, also when the limit has passed; not after `cancelled`.
class RealProxyControl : public ports::ProxyControl {
 public:
  RealProxyControl(const domain::Cluster& cluster, Readers readers, Actors actors)
      : cluster_(cluster), readers_(readers), actors_(actors) {}

  Status set_route(const domain::Route& route, Limit limit) override;

 private:
  const domain::Cluster& cluster_;
  Readers readers_;
  Actors actors_;
};

}  // namespace ff::adapters::proxy
