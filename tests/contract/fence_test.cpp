// The fence: what a run sent before its lease ran out never takes effect after another run has the lock. Runs
// with FF_WORLD=lab in the lab's network, which it gives a second way to the boxes; FF_LONG=1 makes 20 of
// each act of the ordinary form's 2.
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

#include "adapters/systemd/systemd_control.h"
#include "catch.hpp"
#include "eventually.hpp"
#include "lease_lab.hpp"
#include "relay.hpp"

namespace ff::tests {
namespace {

using namespace std::chrono_literals;

const UnitName late_unit("ff-fence-late.service");
const UnitName warm_unit("ff-fence-warm.service");
constexpr const char* late_file = "/run/ff-fence/late-file";

/// A box with two ways to it: its first address, and its second through a relay, which alone is cut.
struct Trial {
  explicit Trial(int number)
      : box("box" + std::to_string(number)), relay("10.78.0.1" + std::to_string(number)) {
    config = lab_file("fence-" + box + ".config");
    std::ifstream ordinary(lab_file("ssh_config"));
    std::ofstream(config) << "Host by-relay\n HostName 127.0.0.1\n Port " << relay.port()
                          << "\n HostKeyAlias " << box << "\n"
                          << ordinary.rdbuf();
  }
  ~Trial() { std::remove(config.c_str()); }

  void prepare() const;
  void send_into_the_cut();
  void unfenced_sends();
  Result<Milliseconds> second_run_takes();
  void check_nothing_came_late() const;

  std::string box;
  Relay relay;
  std::string config;
  std::unique_ptr<Run> first;
  std::unique_ptr<Run> second;
  std::unique_ptr<ports::Lease> first_lease;
  std::unique_ptr<ports::Lease> second_lease;
  std::unique_ptr<adapters::systemd::SystemdControl> control;
  std::unique_ptr<adapters::ssh::SshDialer> unfenced;
  UniqueFd unfenced_input;
  std::jthread starting;
  std::jthread writing;
};

void Trial::prepare() const {
  const Said said = on_box(box, R"(mkdir -p /run/ff-fence /run/systemd/system && rm -f /run/ff-fence/*
    for unit in late warm; do printf '[Service]\nType=oneshot\nExecStart=/usr/bin/touch /run/ff-fence/%s\n' $unit \
      >/run/systemd/system/ff-fence-$unit.service; done; systemctl daemon-reload)");
  REQUIRE(said.status == 0);
}

/// The first run and, beside it on the same path, a session without a lease.
void start_first(Trial& trial) {
  trial.first = std::make_unique<Run>(trial.box, "by-relay", trial.config);
  auto lease = trial.first->take("aaaa0001", 20s);
  if (!lease) FAIL(trial.box << ": " << lease.error().what);
  trial.first_lease = *std::move(lease);
  trial.control =
      std::make_unique<adapters::systemd::SystemdControl>(trial.first->dialer, MachineName(trial.box));
  REQUIRE(trial.control->start(warm_unit, trial.first->within(10s)));
  trial.unfenced = std::make_unique<adapters::ssh::SshDialer>(
      adapters::ssh::Settings{MachineName(trial.box), "by-relay", trial.config, 5s});
  auto input = trial.unfenced->open(ports::Command{"read -r word && touch /run/ff-fence/unfenced"},
                                    trial.first->within(10s));
  REQUIRE(input);
  trial.unfenced_input = *std::move(input);
}

/// Both acts go into the first run's session, and a word into the other one, while nothing gets through.
void Trial::send_into_the_cut() {
  starting = std::jthread([this] { (void)control->start(late_unit, first->within(60s)); });
  writing = std::jthread([this] { (void)first->host().write_file({late_file, "late"}, first->within(60s)); });
  REQUIRE(::write(unfenced_input.get(), "go\n", 3) == 3);
}

/// How long until the second run got the lock; refused as locked until then. Called beside the main
/// thread, so it asserts nothing.
Result<Milliseconds> Trial::second_run_takes() {
  const MonoTime begin = boot_now();
  second = std::make_unique<Run>(box, box, lab_file("ssh_config"));
  for (;;) {
    auto lease = second->take("bbbb0002", 20s);
    if (lease) {
      second_lease = *std::move(lease);
      return std::chrono::floor<Milliseconds>(boot_now() - begin);
    }
    if (lease.error().code != ErrorCode::locked || boot_now() - begin > 60s) return fail(lease.error());
    FF_TRY(slept, second->clock.sleep_until(second->within(200ms)));
  }
}

void Trial::check_nothing_came_late() const {
  const Said seen = on_box(box, "ls /run/ff-fence; systemctl show -P InvocationID " + late_unit.text());
  INFO(box);
  // Its invocation is empty: it was not even begun.
  CHECK(seen.text == "unfenced\nwarm\n\n");
  CHECK(second_lease->fresh());
}

/// Takes the second way to the boxes away, or gives it back.
void cut_second_way(bool cut) {
  for (const std::string chain : {"OUTPUT", "INPUT"}) {
    const std::string side = chain == "OUTPUT" ? "-d" : "-s";
    REQUIRE(lab({"ctl", "iptables", cut ? "-A" : "-D", chain, side, "10.78.0.0/24", "-j", "DROP"}).status ==
            0);
  }
}

/// Whether all that was sent on the second way has been taken or thrown away by the boxes.
bool nothing_in_flight() {
  const Said seen = lab({"ctl", "ss", "-Htn", "dst", "10.78.0.0/24"});
  std::istringstream all(seen.text);
  std::string state;
  std::string received;
  long unsent = 0;
  for (std::string rest; all >> state >> received >> unsent; std::getline(all, rest)) {
    if (unsent > 0) return false;
  }
  return seen.status == 0;
}

void round() {
  Trial trials[] = {Trial(1), Trial(2)};
  for (Trial& trial : trials) {
    trial.prepare();
    start_first(trial);
  }
  cut_second_way(true);
  for (Trial& trial : trials) trial.send_into_the_cut();
  for (Trial& trial : trials) {
    REQUIRE(eventually([&] { return !trial.first_lease->fresh(); }, 20s));
    // By now both acts are with the relay. Nothing comes behind them that could undo them on the way.
    trial.relay.freeze();
  }
  CHECK_FALSE(nothing_in_flight());
  Result<Milliseconds> waited[2];
  {
    std::jthread other([&] { waited[1] = trials[1].second_run_takes(); });
    waited[0] = trials[0].second_run_takes();
  }
  cut_second_way(false);
  for (const Result<Milliseconds>& each : waited) {
    if (!each) FAIL(each.error().what);
    // The lease was stale for 5 s when this was begun.
    CHECK(*each >= 5s);
    CHECK(*each <= 40s);
  }
  for (Trial& trial : trials) {
    REQUIRE(trial.second_lease != nullptr);
    // The session without a lease shows that what was in flight does arrive.
    CHECK(eventually([&] { return on_box(trial.box, "test -e /run/ff-fence/unfenced").status == 0; }, 90s));
  }
  CHECK(eventually(nothing_in_flight, 90s));
  for (Trial& trial : trials) {
    CHECK_FALSE(trial.first_lease->fresh());
    trial.check_nothing_came_late();
    CHECK(trial.second_lease->release(trial.second->within(10s)));
  }
}

TEST_CASE("an act in flight never takes effect once another run has the lock", "[fence]") {
  if (!on_lab()) {
    WARN("skipped: FF_WORLD is not lab");
    return;
  }
  REQUIRE(lab({"ctl", "ip", "address", "replace", "10.78.0.1/24", "dev", "lab0"}).status == 0);
  const char* form = std::getenv("FF_LONG");
  const int rounds = form != nullptr && std::string(form) == "1" ? 10 : 1;
  for (int i = 0; i < rounds; ++i) round();
}

}  // namespace
}  // namespace ff::tests
