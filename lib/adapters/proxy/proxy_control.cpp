#include "adapters/proxy/change.h"
#include "adapters/proxy/proxy.h"

namespace ff::adapters::proxy {

Status RealProxyControl::set_route(const domain::Route& route, Limit limit) {
  return Change(cluster_, readers_, actors_, std::move(limit)).run(route);
}

}  // namespace ff::adapters::proxy
