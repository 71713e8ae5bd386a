#include "adapters/sim/sim_proxy.h"

namespace ff::adapters::sim {
namespace {

/// So long no old worker may have answered before the old route counts as gone.
constexpr Milliseconds old_epoch_unseen{300};

std::string subject_of(const domain::Route& route) {
  if (route.kind == domain::Route::Kind::maintenance) return "maintenance";
  std::string subject = route.state;
  for (const domain::Upstream& upstream : route.upstreams) subject += " " + domain::text(upstream.endpoint);
  return subject;
}

domain::RouteView view_of(World& world) {
  const domain::Cluster& cluster = world.cluster();
  Machine& host = world.machine(cluster.route_host);
  domain::RouteView view;
  if (const auto owned = render::proxy_config_read(host.disk.file(cluster.proxy.config).value_or(""))) {
    view.owned = true;
    view.epoch = owned->epoch;
    view.route = owned->route;
  } else {
    view.fault = cluster.proxy.config + " is not ff's";
  }
  const domain::UnitState unit = host.manager.state(cluster.proxy.unit);
  view.unit_active = unit.active == domain::ActiveState::active;
  Nginx* nginx = world.nginx();
  if (nginx == nullptr) {
    view.fault += "; the public address does not answer";
    return view;
  }
  ports::Request models;
  models.path = "/v1/models";
  const ports::Response answer = nginx->answer(models).response;
  view.answers = true;
  view.public_status = answer.status;
  if (const auto& in_force = nginx->in_force()) view.marker_epoch = view.public_epoch = in_force->epoch;
  return view;
}

}  // namespace

Result<domain::RouteView> SimProxyReader::route(Limit limit) {
  FF_TRY(asked, link_.ask("route", limit));
  return view_of(link_.world());
}

Status SimProxyControl::set_route(const domain::Route& route, Limit limit) {
  FF_TRY(fresh, lease_.fresh_on(link_.machine().name));
  const std::string config = render::proxy_config(link_.world().cluster(), route);
  const domain::RouteView before = view_of(link_.world());
  if (before.unit_active && before.in_step() && before.route == route) return Done{};
  return link_.act<Done>("set_route", subject_of(route), limit, [&] { return change(config, limit); });
}

Status SimProxyControl::change(const std::string& config, const Limit& limit) {
  const domain::Proxy& proxy = link_.world().cluster().proxy;
  Machine& host = link_.machine();
  if (!host.disk.put(proxy.config, config)) {
    return fail(ErrorCode::failed, "nothing changed: No space left on device");
  }
  if (host.manager.state(proxy.unit).active == domain::ActiveState::active) {
    FF_TRY(reloaded, host.manager.reload_unit(proxy.unit));
  } else {
    FF_TRY(started, host.manager.queue(proxy.unit, JobKind::start));
  }
  World& world = link_.world();
  const auto in_step = [&world] { return view_of(world).in_step(); };
  FF_TRY(seen, link_.wait({limit.deadline, {}}, in_step, "the new epoch"));
  world.time().pass(old_epoch_unseen);
  return Done{};
}

}  // namespace ff::adapters::sim
