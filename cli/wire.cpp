#include "cli/wire.h"

#include <map>
#include <set>
#include <utility>

#include "adapters/host/far_program.h"
#include "adapters/host/shell_host_reader.h"
#include "adapters/http/curl_http.h"
#include "adapters/lease/session_locks.h"
#include "adapters/lease/session_takeover.h"
#include "adapters/local/detached.h"
#include "adapters/local/local_dialer.h"
#include "adapters/local/thread_lanes.h"
#include "adapters/proxy/proxy.h"
#include "adapters/record/copies.h"
#include "adapters/record/record_store.h"
#include "adapters/sim/imagined_world.h"
#include "adapters/ssh/ssh_dialer.h"
#include "adapters/systemd/systemd_control.h"
#include "adapters/systemd/systemd_reader.h"
#include "base/text.h"
#include "base/waiting.h"
#include "observe/query.h"
#include "ports/fenced.h"

namespace ff::cli {
namespace {

using Dialers = std::map<MachineName, std::unique_ptr<ports::Dialer>>;

std::map<MachineName, ports::Dialer*> borrowed(const Dialers& dialers) {
  std::map<MachineName, ports::Dialer*> all;
  for (const auto& [name, dialer] : dialers) all[name] = dialer.get();
  return all;
}

std::unique_ptr<ports::Dialer> dialer_of(const domain::Cluster& cluster, const domain::Machine& machine) {
  if (machine.is_local()) return std::make_unique<adapters::local::LocalDialer>(machine.name);
  return std::make_unique<adapters::ssh::SshDialer>(
      adapters::ssh::Settings{machine.name, machine.ssh, cluster.ssh_config});
}

/// The one session that a lock is held in: its fence ends that one, so nothing may act through another.
std::unique_ptr<ports::Dialer> pinned(ports::Dialer& dialer, const MachineName& name) {
  auto* ssh = dynamic_cast<adapters::ssh::SshDialer*>(&dialer);
  if (ssh == nullptr) return std::make_unique<adapters::local::LocalDialer>(name);
  return ssh->pinned();
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
      : control(dialer, name),
        units(control, lease, name),
        host(host_control, lease, name),
        streams(dialer, lease, name) {}

  adapters::systemd::SystemdControl control;
  ports::FencedUnitControl units;
  ports::FencedHostControl host;
  ports::FencedDialer streams;
};

/// Jobs of the cluster's own units are waited for; another unit's long job is nobody's business here.
adapters::lease::Terms terms_of(const domain::Declaration& declaration) {
  adapters::lease::Terms terms;
  for (const domain::Machine& machine : declaration.cluster.machines) {
    for (const UnitName& unit : observe::query_for(declaration, machine.name).units) terms.units.insert(unit);
  }
  return terms;
}

/// All that acts under one taking of the lock.
struct Acting {
  Acting(Dialers its_dialers, const std::set<MachineName>& local, ports::Clock& clock,
         const adapters::lease::Terms& terms)
      : dialers(std::move(its_dialers)), locks(borrowed(dialers), local, clock, terms) {}

  /// Once the lock was taken.
  void equip(const domain::Cluster& cluster, adapters::proxy::Readers reading,
             adapters::record::RecordStore& records) {
    for (const auto& [name, dialer] : dialers)
      parts.emplace(name, std::make_unique<ActingParts>(*dialer, locks.host(name), *lease, name));
    ActingParts& route = *parts.at(cluster.route_host);
    proxy = std::make_unique<adapters::proxy::RealProxyControl>(
        cluster, reading, adapters::proxy::Actors{route.host, route.units, route.streams});
    writer = records.writer(route.host);
  }
  [[nodiscard]] ports::World world(const ports::Readers& readers) const {
    ports::World all{readers, {}, proxy.get(), writer.get(), lease.get()};
    for (const auto& [name, one] : parts) all.actors[name] = {&one->units, &one->host};
    return all;
  }

  Dialers dialers;
  adapters::lease::SessionLocks locks;
  std::unique_ptr<ports::Lease> lease;
  std::map<MachineName, std::unique_ptr<ActingParts>> parts;
  std::unique_ptr<adapters::proxy::RealProxyControl> proxy;
  std::unique_ptr<ports::RunWriter> writer;
};

/// An old lock is let go before a new one is taken, whatever becomes of it.
constexpr Milliseconds farewell{5000};

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
        takeover_(borrowed(dialers_), terms_.folder) {
    readers_ = {&clock, &lanes_, &events, {}, &http_, &proxy_, &records_};
    for (const auto& [name, dialer] : dialers_) {
      const auto& parts = reading_.emplace(name, std::make_unique<ReadingParts>(*dialer, name)).first->second;
      readers_.machines[name] = {&parts->units, &parts->host};
    }
  }

  Result<ports::World> enter(const ports::Holder& holder, const std::set<MachineName>& absent,
                             Limit limit) override {
    if (acting_) (void)acting_->lease->release(ports::within(clock_, farewell));
    auto acting = std::make_unique<Acting>(pinned_without(absent), local_machines(), clock_, terms_);
    FF_TRY(lease, acting->locks.take(holder, std::move(limit)));
    acting->lease = std::move(lease);
    acting->equip(cluster_, proxy_reading(), records_);
    // Only now: what was handed out before stays there to be refused when nothing new could be had.
    acting_ = std::move(acting);
    return acting_->world(readers_);
  }

  ports::Readers& readers() { return readers_; }
  ports::Takeover& takeover() { return takeover_; }
  std::optional<Error> record_copy_fault() { return records_.copy_fault(); }

 private:
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
  Dialers pinned_without(const std::set<MachineName>& absent) {
    Dialers all;
    for (const auto& [name, dialer] : dialers_) {
      if (!absent.contains(name)) all[name] = pinned(*dialer, name);
    }
    return all;
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
  adapters::proxy::RealProxyReader proxy_;
  ReadingParts records_readers_;
  adapters::record::RecordStore records_;
  ports::Readers readers_;
  adapters::lease::Terms terms_;
  adapters::lease::SessionTakeover takeover_;
  std::unique_ptr<Acting> acting_;
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

Limit detached_limit() {
  return {boot_now() + detached_deadline, {}};
}

/// `Program` is what an adapter started; `dialer` leads to it, where it is not here.
template <class Program>
class RealDetachedRun : public DetachedRun {
 public:
  RealDetachedRun(Program program, std::unique_ptr<ports::Dialer> dialer)
      : dialer_(std::move(dialer)), program_(std::move(program)) {}

  std::optional<int> ended() override { return program_.ended(detached_limit()); }
  std::string look() override { return program_.look(); }
  std::vector<std::string> last_words() override {
    std::vector<std::string> words = program_.last_words(detached_limit());
    for (std::string& line : words) line = printable(line);
    return words;
  }

 private:
  std::unique_ptr<ports::Dialer> dialer_;
  Program program_;
};

}  // namespace

Result<std::unique_ptr<DetachedRun>> start_detached(const domain::Cluster& cluster, const std::string& name,
                                                    const std::vector<std::string>& command) {
  using adapters::local::Detached;
  const std::string log = adapters::record::local_folder(cluster.name) + "/" + name + ".log";
  FF_TRY(program, Detached::start(name, command, log, detached_limit()));
  return std::make_unique<RealDetachedRun<Detached>>(std::move(program), nullptr);
}

Result<std::unique_ptr<DetachedRun>> start_far(const domain::Cluster& cluster, const domain::Machine& machine,
                                               const std::string& name,
                                               const std::vector<std::string>& command) {
  using adapters::host::FarProgram;
  auto dialer = dialer_of(cluster, machine);
  FF_TRY(program, FarProgram::start(*dialer, machine.name, name, command, detached_limit()));
  return std::make_unique<RealDetachedRun<FarProgram>>(std::move(program), std::move(dialer));
}

ports::Imagine imagine_with(const domain::Declaration& declaration) {
  return [&declaration](const domain::Snapshot& snapshot, const std::vector<ports::Pace>& paces) {
    return std::make_unique<adapters::sim::ImaginedWorld>(declaration, snapshot, paces);
  };
}

std::vector<std::string> runs_made_here(const domain::Cluster& cluster) {
  std::vector<std::string> ids;
  for (const std::string& name : adapters::record::names_in(adapters::record::local_folder(cluster.name))) {
    if (name.ends_with(".jsonl")) ids.push_back(name.substr(0, name.rfind('.')));
  }
  return ids;
}

}  // namespace ff::cli
