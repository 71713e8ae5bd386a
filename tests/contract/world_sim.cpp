#include <stdexcept>
#include <utility>

#include "adapters/sim/seat.h"
#include "adapters/sim/world.h"
#include "base/text.h"
#include "contract/world.hpp"

namespace ff::tests {
namespace {

using namespace std::chrono_literals;
namespace sim = adapters::sim;

domain::Cluster cluster_of_one() {
  domain::Cluster cluster;
  domain::Machine box;
  box.name = MachineName("box1");
  box.api = "10.77.0.11";
  box.fabric = "10.78.0.11";
  cluster.machines = {box};
  cluster.route_host = box.name;
  cluster.proxy.listen = {"10.77.0.11", 8080};
  return cluster;
}

class SimContractWorld : public ContractWorld {
 public:
  SimContractWorld() {
    const std::string install = "[Install]\nWantedBy=multi-user.target\n";
    put_unit("ffc-plain.service", "[Service]\nExecStart=/bin/sleep 10000\n" + install);
    put_unit("ffc-rival.service",
             "[Unit]\nConflicts=ffc-plain.service\nAfter=ffc-plain.service\n"
             "[Service]\nExecStart=/bin/sleep 10000\nExecReload=/bin/true\n" +
                 install);
    put_unit("ffc-fails.service", "[Service]\nType=oneshot\nExecStart=/bin/sh -c \"exit 3\"\n" + install);
    put_unit("ffc-needs.service",
             "[Unit]\nRequires=ffc-fails.service\nAfter=ffc-fails.service\n[Service]\nExecStart=/bin/sleep "
             "10000\n");
    put_unit("ffc-slow.service", "[Service]\nType=oneshot\nExecStart=/bin/sleep 60\n");
    put_unit("ffc-timer.timer",
             "[Timer]\nOnActiveSec=10000d\nUnit=ffc-plain.service\n[Install]\nWantedBy=timers.target\n");
    box().manager.reload();
  }

  ports::UnitReader& units() override { return *seat_.readers().machines.at(machine()).units; }
  ports::UnitControl& control() override { return seat_.control(machine()); }
  ports::HostReader& host() override { return *seat_.readers().machines.at(machine()).host; }
  MachineName machine() const override { return MachineName("box1"); }
  Limit within(Milliseconds time, std::stop_token stop) override {
    return {world_.time().now() + time, std::move(stop)};
  }

  std::string property(const UnitName& unit, const std::string& name) override {
    const domain::UnitState state = box().manager.state(unit);
    if (name == "ActiveState") return word(state.active);
    if (name == "UnitFileState") return state.file_state;
    if (name == "FragmentPath") return state.fragment;
    if (name == "MainPID") return std::to_string(state.main_pid);
    if (name == "InvocationID") return state.invocation.text();
    if (name == "ActiveEnterTimestampMonotonic") return std::to_string(state.active_since_us);
    throw std::logic_error("no such property: " + name);
  }
  bool linked(const UnitName& unit) override { return box().disk.wanted().contains(unit); }
  bool by_hand(const std::string& verb, const UnitName& unit) override {
    if (verb == "enable") {
      const bool done = box().manager.enable(unit).has_value();
      box().manager.reload();
      return done;
    }
    const auto job = box().manager.queue(unit, verb == "start" ? sim::JobKind::start : sim::JobKind::stop);
    if (!job) return false;
    const auto ended = [&] { return box().manager.result(*job).has_value(); };
    return world_.time().wait(within(60s, {}), ended, "the job's end") &&
           box().manager.result(*job) == "done";
  }
  void crash(const UnitName& unit) override { box().manager.crash(unit); }
  void forget(const std::string& /*prefix*/) override {}  // a simulated world is a new one each time
  void mask(const UnitName& unit) override {
    box().disk.link("/etc/systemd/system.control/" + unit.text(), "/dev/null");
    box().manager.reload();
  }
  void unmask(const UnitName& unit) override {
    box().disk.remove("/etc/systemd/system.control/" + unit.text());
    box().manager.reload();
  }
  void put_file(const std::string& path, const std::string& content) override {
    box().disk.put(path, content);
  }
  std::shared_ptr<void> hold_lock(const std::string& holder) override {
    box().lock_words = holder;
    return {&box(), [](void* held) { static_cast<sim::Machine*>(held)->lock_words.clear(); }};
  }
  void meanwhile(const std::function<void()>& call, const std::function<void()>& hand) override {
    world_.time().after(1s, hand);
    call();
  }

 private:
  sim::Machine& box() { return world_.machine(machine()); }
  void put_unit(const std::string& unit, const std::string& text) { world_.install("box1", unit, text); }

  sim::World world_{cluster_of_one()};
  sim::Seat seat_{world_};
};

}  // namespace

std::unique_ptr<ContractWorld> make_sim_world() {
  return std::make_unique<SimContractWorld>();
}

}  // namespace ff::tests
