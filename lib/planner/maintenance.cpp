#include "planner/maintenance.h"

#include <algorithm>
#include <utility>

#include "planner/drift.h"
#include "planner/hazard_list.h"
#include "planner/inventory.h"
#include "planner/routes.h"
#include "planner/standing.h"
#include "words/hazard.h"
#include "words/reason.h"

namespace ff::planner {
namespace {

using Weight = domain::Hazard::Class;
namespace text = words::hazard;

/// What the cluster serves, as far as a plan tells it.
domain::Plan plan_in_place(const domain::Declaration& declaration, const domain::Snapshot& snapshot) {
  const Judgement now = judge(declaration, snapshot);
  domain::Plan plan;
  plan.from = plan.to = now.profile;
  plan.seen_at = snapshot.seen_at;
  plan.declared = now.declared;
  plan.absent = now.absent;
  if (const domain::Intent* intent = latest_intent(snapshot)) plan.drained = drained_in(declaration, *intent);
  return plan;
}

std::vector<domain::Hazard> hazards_of(const domain::Cluster& cluster, const domain::Snapshot& snapshot) {
  HazardList list;
  const MachineName& host = cluster.route_host;
  const domain::MachineView& view = snapshot.machine(host);
  const domain::RouteView& route = snapshot.route;
  if (view.fault) {
    list.add("unreachable", Weight::block, {host, {}}, text::silent_route_host(host, *view.fault));
  } else if (view.uid != 0) {
    list.add("not-root", Weight::block, {host, {}}, text::not_root(host, view.uid));
  } else if (!route.unit_active) {
    list.add("proxy-inactive", Weight::block, {host, cluster.proxy.unit},
             text::proxy_inactive(host, cluster.proxy.unit));
  } else if (!route.owned) {
    list.add("foreign-proxy-config", Weight::accept, {host, {}},
             text::foreign_proxy_config(host, cluster.proxy.config));
  }
  return list.take();
}

domain::Plan flip(domain::Plan plan, const domain::Declaration& declaration, const domain::Snapshot& snapshot,
                  domain::Route route, std::string reason) {
  const domain::Cluster& cluster = declaration.cluster;
  plan.hazards = hazards_of(cluster, snapshot);
  domain::SetRoute set = {cluster.route_host, std::move(route), {}};
  for (const domain::Instance& instance : plan.target) set.instances.push_back(instance.name);
  domain::Step step = {std::move(set), std::move(reason)};
  if (!domain::holds(step, snapshot)) plan.stages.push_back({{std::move(step)}});
  return plan;
}

/// Healthy instances of the profile in place that are in service.
std::vector<domain::Instance> healthy_ones(const domain::Declaration& declaration,
                                           const domain::Snapshot& snapshot, const domain::Plan& plan) {
  domain::Declaration in_service = declaration;
  in_service.absent = {plan.absent.begin(), plan.absent.end()};
  in_service.drained = plan.drained;
  const domain::Profile* profile = declaration.find(plan.to);
  std::vector<domain::Instance> found;
  if (profile != nullptr) found = domain::instances_left(in_service, *profile);
  std::erase_if(found, [&](const domain::Instance& instance) {
    return verdict_on(instance, snapshot).standing != Standing::healthy;
  });
  return found;
}

}  // namespace

domain::Plan make_maintenance(const domain::Declaration& declaration, const domain::Snapshot& snapshot,
                              const std::string& message, domain::Notice notice) {
  const domain::Route& now = snapshot.route.route;
  if (const auto& before = now.notice; snapshot.route.owned && before) {
    notice.since = before->since;
    if (now.message == message && notice.until == before->until) notice = *before;
  }
  return flip(plan_in_place(declaration, snapshot), declaration, snapshot,
              operator_route(message, notice, snapshot.seen_at), words::reason::maintenance_begins());
}

domain::Plan make_end_of_maintenance(const domain::Declaration& declaration,
                                     const domain::Snapshot& snapshot) {
  domain::Plan plan = plan_in_place(declaration, snapshot);
  const bool is_on = snapshot.route.owned && snapshot.route.route.notice.has_value();
  plan.target = healthy_ones(declaration, snapshot, plan);
  if (!is_on) {
    plan.hazards = hazards_of(declaration.cluster, snapshot);
    std::erase_if(plan.hazards, [](const domain::Hazard& hazard) { return hazard.weight != Weight::block; });
    return plan;
  }
  domain::Route route =
      plan.target.empty() ? nothing_serves_route(!plan.to.empty()) : serving_route(plan.to, plan.target);
  return flip(std::move(plan), declaration, snapshot, std::move(route), words::reason::maintenance_over());
}

}  // namespace ff::planner
