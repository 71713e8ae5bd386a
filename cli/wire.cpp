#include "cli/wire.h"

#include <map>
#include <set>
#include <utility>

#include "adapters/host/shell_host_reader.h"
#include "adapters/http/curl_http.h"
#include "adapters/lease/session_locks.h"
#include "adapters/lease/session_takeover.h"
#include "adapters/local/detached.h"
#include "adapters/local/local_dialer.h"
#include "adapters/local/thread_lanes.h"
#include "adapters/proxy/nginx.h"
#include "adapters/record/copies.h"
#include "adapters/record/record_store.h"
#include "adapters/ssh/ssh_dialer.h"
#include "adapters/systemd/systemd_control.h"
#include "adapters/systemd/systemd_reader.h"
#include "base/text.h"
#include "base/waiting.h"
#include "observe/query.h"
#include "ports/fenced.h"

namespace ff::cli {
namespace {

std::unique_ptr<ports::Dialer> dialer_of(const domain::Cluster& cluster, const domain::Machine& machine) {
  if (machine.is_local()) return std::make_unique<adapters::local::LocalDialer>(machine.name);
  return std::make_unique<adapters::ssh::SshDialer>(
      adapters::ssh::Settings{machine.name, machine.ssh, cluster.ssh_config});
}

/// One machine's readers. The route host has a second set, since the proxy is looked at beside its machine.
struct ReadingParts {
  ReadingParts(ports::Dialer& dialer, const MachineName& name) : units(dialer, name), host(dialer, name) {}

  adapters::systemd::SystemdReader units;
  adapters::host::ShellHostReader host;
};

/// One machine's actors, each behind the lease.
struct ActingParts {
  ActingParts(ports::Dialer& dialer, ports::HostControl& host_control, ports::Lease& lease,
              const MachineName& name)
      : control(dialer, name), units(control, lease, name), host(host_control, lease, name) {}

  adapters::systemd::SystemdControl control;
  ports::FencedUnitControl units;
  ports::FencedHostControl host;
};

/// Jobs of the cluster's own units are waited for; another unit's long job is nobody's business here.
adapters::lease::Terms terms_of(const domain::Declaration& declaration) {
  adapters::lease::Terms terms;
  for (const domain::Machine& machine : declaration.cluster.machines) {
    for (const UnitName& unit : observe::query_for(declaration, machine.name).units) terms.units.insert(unit);
  }
  return terms;
}

}  // namespace

class Wire::Parts : public ports::Gate {
 public:
  Parts(const domain::Declaration& declaration, ports::Clock& clock, ports::Events& events)
      : cluster_(declaration.cluster),
        clock_(clock),
        dialers_(dialers_of(cluster_)),
        proxy_readers_(route_dialer(), cluster_.route_host),
        http_(route_dialer(), clock),
        proxy_(cluster_, proxy_reading()),
        records_readers_(route_dialer(), cluster_.route_host),
        records_(records_readers_.host, adapters::record::local_folder(cluster_.name)),
        terms_(terms_of(declaration)),
        takeover_(dialers_without({}), terms_.folder) {
    readers_ = {&clock, &lanes_, &events, {}, &http_, &proxy_, &records_};
    for (const auto& [name, dialer] : dialers_) {
      const auto& parts = reading_.emplace(name, std::make_unique<ReadingParts>(*dialer, name)).first->second;
      readers_.machines[name] = {&parts->units, &parts->host};
    }
  }

  Result<ports::World> enter(const ports::Holder& holder, const std::set<MachineName>& absent,
                             Limit limit) override {
    locks_.emplace(dialers_without(absent), local_machines(), clock_, terms_);
    FF_TRY(lease, locks_->take(holder, std::move(limit)));
    lease_ = std::move(lease);
    ports::World world;
    world.readers = readers_;
    world.lease = lease_.get();
    for (const auto& [name, dialer] : dialers_without(absent)) {
      auto parts = std::make_unique<ActingParts>(*dialer, locks_->host(name), *lease_, name);
      world.actors[name] = {&parts->units, &parts->host};
      acting_.emplace(name, std::move(parts));
    }
    ActingParts& route = *acting_.at(cluster_.route_host);
    proxy_control_ = std::make_unique<adapters::proxy::NginxControl>(
        cluster_, proxy_reading(), adapters::proxy::Actors{route.host, route.units});
    world.proxy = proxy_control_.get();
    writer_ = records_.writer(route.host);
    world.record = writer_.get();
    return world;
  }

  ports::Readers& readers() { return readers_; }
  ports::Takeover& takeover() { return takeover_; }
  std::optional<Error> record_copy_fault() { return records_.copy_fault(); }

 private:
  using Dialers = std::map<MachineName, std::unique_ptr<ports::Dialer>>;

  static Dialers dialers_of(const domain::Cluster& cluster) {
    Dialers dialers;
    for (const domain::Machine& machine : cluster.machines)
      dialers[machine.name] = dialer_of(cluster, machine);
    return dialers;
  }
  adapters::proxy::Readers proxy_reading() {
    return {proxy_readers_.host, proxy_readers_.units, http_, clock_};
  }
  ports::Dialer& route_dialer() { return *dialers_.at(cluster_.route_host); }
  std::map<MachineName, ports::Dialer*> dialers_without(const std::set<MachineName>& absent) {
    std::map<MachineName, ports::Dialer*> borrowed;
    for (const auto& [name, dialer] : dialers_) {
      if (!absent.contains(name)) borrowed[name] = dialer.get();
    }
    return borrowed;
  }
  std::set<MachineName> local_machines() {
    std::set<MachineName> local;
    for (const domain::Machine& machine : cluster_.machines) {
      if (machine.is_local()) local.insert(machine.name);
    }
    return local;
  }

  const domain::Cluster& cluster_;
  ports::Clock& clock_;
  adapters::local::ThreadLanes lanes_;
  Dialers dialers_;
  std::map<MachineName, std::unique_ptr<ReadingParts>> reading_;
  ReadingParts proxy_readers_;
  adapters::http::CurlHttp http_;
  adapters::proxy::NginxProxy proxy_;
  ReadingParts records_readers_;
  adapters::record::RecordStore records_;
  ports::Readers readers_;
  adapters::lease::Terms terms_;
  adapters::lease::SessionTakeover takeover_;
  std::optional<adapters::lease::SessionLocks> locks_;
  std::unique_ptr<ports::Lease> lease_;
  std::map<MachineName, std::unique_ptr<ActingParts>> acting_;
  std::unique_ptr<adapters::proxy::NginxControl> proxy_control_;
  std::unique_ptr<ports::RunWriter> writer_;
};

Wire::Wire(const domain::Declaration& declaration, ports::Clock& clock, ports::Events& events)
    : parts_(std::make_unique<Parts>(declaration, clock, events)) {}
Wire::~Wire() = default;
ports::Readers& Wire::readers() {
  return parts_->readers();
}
std::optional<Error> Wire::record_copy_fault() {
  return parts_->record_copy_fault();
}
ports::Takeover& Wire::takeover() {
  return parts_->takeover();
}
ports::Gate& Wire::gate() {
  return *parts_;
}

namespace {

constexpr Milliseconds detached_deadline{15'000};

class RealDetachedRun : public DetachedRun {
 public:
  explicit RealDetachedRun(adapters::local::Detached detached) : detached_(std::move(detached)) {}

  std::optional<int> ended() override { return detached_.ended(limit()); }
  std::string look() override { return detached_.look(); }
  std::vector<std::string> last_words() override {
    std::vector<std::string> words = detached_.last_words(limit());
    for (std::string& line : words) line = printable(line);
    return words;
  }
  static Limit limit() { return {boot_now() + detached_deadline, {}}; }

 private:
  adapters::local::Detached detached_;
};

}  // namespace

Result<std::unique_ptr<DetachedRun>> start_detached(const domain::Cluster& cluster, const std::string& name,
                                                    const std::vector<std::string>& command) {
  const std::string log = adapters::record::local_folder(cluster.name) + "/" + name + ".log";
  FF_TRY(detached, adapters::local::Detached::start(name, command, log, RealDetachedRun::limit()));
  return std::make_unique<RealDetachedRun>(std::move(detached));
}

std::vector<std::string> runs_made_here(const domain::Cluster& cluster) {
  std::vector<std::string> ids;
  for (const std::string& name : adapters::record::names_in(adapters::record::local_folder(cluster.name))) {
    if (name.ends_with(".jsonl")) ids.push_back(name.substr(0, name.rfind('.')));
  }
  return ids;
}

}  // namespace ff::cli
