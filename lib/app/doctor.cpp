#include "app/doctor.h"

#include <algorithm>

#include "observe/query.h"
#include "observe/tools.h"
#include "planner/checkup.h"

namespace ff::app {
namespace {

/// What one machine's lane brings home.
using Told = std::optional<Result<domain::Tools>>;

observe::ToolsQuery query_of(const Scene& scene, const MachineName& machine,
                             const domain::Snapshot& snapshot) {
  const domain::Cluster& cluster = scene.declaration.cluster;
  const bool ask_proxy = machine == cluster.route_host && snapshot.route.unit_active;
  return {observe::query_for(scene.declaration, machine).units, ask_proxy ? cluster.proxy.config : "",
          cluster.proxy.driver};
}

/// On the route host nginx's files too, of which nothing is said where they cannot be read.
Result<domain::Tools> look_at_machine(const Scene& scene, const MachineName& machine,
                                      const observe::ToolsQuery& query, const Limit& limit) {
  ports::HostReader& host = *scene.readers.machines.at(machine).host;
  FF_TRY(tools, observe::look_at_tools(host, query, limit));
  const domain::Cluster& cluster = scene.declaration.cluster;
  if (machine != cluster.route_host) return tools;
  const bool is_nginx = cluster.proxy.driver == domain::Proxy::Driver::nginx;
  auto files = observe::look_at_proxy_files(host, is_nginx ? query.proxy_config : "", limit);
  if (files) tools.proxy_files = *std::move(files);
  return tools;
}

void look_at_all_tools(const Scene& scene, domain::Examination& examination, const Limit& limit) {
  std::map<MachineName, Told> told;
  std::vector<ports::Lane> lanes;
  for (const auto& [name, readers] : scene.readers.machines) {
    if (!examination.snapshot.machine(name).known()) continue;
    Told& its = told[name];
    lanes.push_back({name,
                     [&its, &scene, &machine = name, limit,
                      query = query_of(scene, name, examination.snapshot)](std::stop_token stop) -> Status {
                       its = look_at_machine(scene, machine, query, {limit.deadline, std::move(stop)});
                       return Done{};
                     }});
  }
  (void)scene.readers.lanes->run(std::move(lanes), limit.stop);
  for (auto& [name, its] : told) {
    if (its && *its)
      examination.tools[name] = **std::move(its);
    else if (its)
      examination.tools_unknown[name] = its->error();
  }
}

std::string last_version(const Scene& scene, const Limit& limit) {
  const auto listing = scene.readers.runs->runs(limit);
  return listing && !listing->runs.empty() ? listing->runs.front().header.version : std::string{};
}

}  // namespace

bool DoctorReport::well() const {
  return std::ranges::none_of(
      checks, [](const domain::Check& check) { return check.verdict == domain::Check::Verdict::fail; });
}

DoctorReport doctor(const Scene& scene, const std::string& version, const std::stop_token& stop) {
  const Limit limit = ports::within(*scene.readers.clock, whole_observe_deadline, stop);
  domain::Examination examination;
  examination.snapshot = observe_all(scene, observe::Depth::whole, Tokens::none, limit);
  look_at_all_tools(scene, examination, limit);
  examination.version = version;
  examination.last_version = last_version(scene, limit);
  DoctorReport report;
  report.checks = planner::checkup(scene.declaration, examination);
  report.known = std::ranges::all_of(examination.snapshot.machines,
                                     [](const auto& entry) { return entry.second.known(); });
  return report;
}

}  // namespace ff::app
