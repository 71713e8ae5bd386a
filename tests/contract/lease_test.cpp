// The lock over real sshd and systemd. Runs with FF_WORLD=lab in the lab's network.
#include <fstream>

#include "base/text.h"
#include "catch.hpp"
#include "eventually.hpp"
#include "lease_lab.hpp"
#include "relay.hpp"

namespace ff::tests {
namespace {

using namespace std::chrono_literals;
using adapters::lease::SessionLocks;
using adapters::ssh::SshDialer;

const MachineName box1("box1");
const MachineName box2("box2");

bool skipped() {
  if (on_lab()) return false;
  WARN("skipped: FF_WORLD is not lab");
  return true;
}

bool is_free(const std::string& box) {
  return on_box(box, "flock -n /run/ff/lock true").status == 0;
}

ports::Holder some_holder() {
  return {RunId("cccc0003"), "ops@test", {}, "switch replica"};
}

/// One run over both boxes.
struct Both {
  BootTimeClock clock;
  SshDialer dialer1{{box1, "box1", lab_file("ssh_config"), 5s}};
  SshDialer dialer2{{box2, "box2", lab_file("ssh_config"), 5s}};
  SessionLocks locks{{{box1, &dialer1}, {box2, &dialer2}}, {}, clock};

  Limit within(Milliseconds time) { return {boot_now() + time, {}}; }
};

std::unique_ptr<ports::Lease> taken(Result<std::unique_ptr<ports::Lease>> lease) {
  if (!lease) FAIL(lease.error().what << " on " << lease.error().where.machine.text());
  return *std::move(lease);
}

TEST_CASE("both boxes are locked, told and free again", "[lease-lab]") {
  if (skipped()) return;
  Both both;
  auto lease = taken(both.locks.take(some_holder(), both.within(20s)));
  CHECK_FALSE(is_free("box1"));
  CHECK_FALSE(is_free("box2"));
  CHECK(on_box("box2", "cat /run/ff/lock.holder").text.find("\"run\":\"cccc0003\"") != std::string::npos);
  REQUIRE(both.locks.host(box2).write_file({"/etc/ff-lease/file", "x"}, both.within(10s)));
  CHECK(on_box("box2", "cat /etc/ff-lease/file; rm -r /etc/ff-lease").text == "x");
  CHECK(lease->release(both.within(10s)));
  CHECK(is_free("box1"));
  CHECK(is_free("box2"));
  // The sessions go on: their dialers may still be read through.
  CHECK(both.dialer1.open(ports::Command{"true"}, both.within(10s)));
}

TEST_CASE("a cut link loses its machine's lease only, and its lock comes free by itself", "[lease-lab]") {
  if (skipped()) return;
  Both both;
  auto lease = taken(both.locks.take(some_holder(), both.within(20s)));
  const std::string session = on_box("box2", "cat /run/ff/lock.session").text;
  REQUIRE(lab({"cut", "box2"}).status == 0);
  const bool lost = eventually([&] { return !lease->fresh(); }, 20s);
  const bool other_fresh = lease->fresh_on(box1).has_value();
  const auto which = lease->fresh();
  const auto refused = both.locks.host(box2).write_file({"/run/late", "x"}, both.within(5s));
  const bool freed = eventually([&] { return is_free("box2"); }, 40s);
  const bool ended = on_box("box2", "! test -d /proc/" + session.substr(0, session.find(' '))).status == 0;
  REQUIRE(lab({"heal", "box2"}).status == 0);
  CHECK(lost);
  CHECK(other_fresh);
  CHECK(which.error().code == ErrorCode::lease_lost);
  CHECK(which.error().where.machine == box2);
  CHECK(refused.error().code == ErrorCode::lease_lost);
  CHECK(freed);
  CHECK(ended);
  CHECK(both.locks.host(box1).run({"true"}, both.within(10s)));
  const auto released = lease->release(both.within(10s));
  CHECK(released.error().code == ErrorCode::lease_lost);
  CHECK(released.error().where.machine == box2);
  CHECK(is_free("box1"));
  Both later;
  CHECK(later.locks.take(some_holder(), later.within(20s)));
}

TEST_CASE("a lock is ours only when no job from before is queued", "[lease-lab]") {
  if (skipped()) return;
  const auto start_slowly = [] {
    return on_box("box1", R"(mkdir -p /run/systemd/system
      printf '[Service]\nType=oneshot\nExecStart=/bin/sleep 3\n' >/run/systemd/system/ff-lease-slow.service
      systemctl daemon-reload; systemctl start --no-block ff-lease-slow.service)")
               .status == 0;
  };
  adapters::lease::Terms terms;
  terms.units = {UnitName("ff-lease-slow.service")};
  REQUIRE(start_slowly());
  terms.jobs_end_within = 500ms;
  Run hasty("box1", "box1", lab_file("ssh_config"), terms);
  const auto refused = hasty.take("cccc0003", 20s);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::timeout);
  REQUIRE_FALSE(refused.error().evidence.empty());
  CHECK(refused.error().evidence[0].find("ff-lease-slow.service") != std::string::npos);
  CHECK(is_free("box1"));

  adapters::lease::Terms others;
  others.units = {UnitName("another.service")};
  REQUIRE(start_slowly());
  Run unconcerned("box1", "box1", lab_file("ssh_config"), others);
  taken(unconcerned.take("cccc0003", 20s));
  CHECK(on_box("box1", "systemctl is-active ff-lease-slow.service").text == "activating\n");

  terms.jobs_end_within = 60s;
  Run patient("box1", "box1", lab_file("ssh_config"), terms);
  const auto lease = taken(patient.take("cccc0003", 60s));
  CHECK(on_box("box1", "systemctl is-active ff-lease-slow.service").text == "inactive\n");
  CHECK(lease->fresh());
}

TEST_CASE("full and read-only disks refuse, and leave what was there", "[lease-lab]") {
  if (skipped()) return;
  REQUIRE(on_box("box1", R"(umount -q /run/ff-full /run/ff-read-only; mkdir -p /run/ff-full /run/ff-read-only
    mount -t tmpfs -o size=128k tmpfs /run/ff-full && echo old >/run/ff-full/file
    mount -t tmpfs -o ro tmpfs /run/ff-read-only)")
              .status == 0);
  Run run("box1", "box1", lab_file("ssh_config"));
  const auto lease = taken(run.take("cccc0003", 20s));
  const std::string much(1'000'000, 'x');
  const auto full = run.host().write_file({"/run/ff-full/file", much}, run.within(20s));
  const auto added = run.host().append_file({"/run/ff-full/file", much}, run.within(20s));
  const auto fresh_file = run.host().append_file({"/run/ff-full/new", much}, run.within(20s));
  const auto fixed = run.host().write_file({"/run/ff-read-only/file", "x"}, run.within(20s));
  const auto gone = run.host().remove_file("/run/ff-read-only/file", run.within(20s));
  const Said seen = on_box("box1", "ls -A /run/ff-full; cat /run/ff-full/file");
  CHECK(full.error().code == ErrorCode::refused);
  CHECK(full.error().what == "/run/ff-full/file was not written; it is as it was");
  CHECK(joined(full.error().evidence, " ").find("No space left on device") != std::string::npos);
  CHECK(added.error().code == ErrorCode::refused);
  CHECK(fresh_file.error().what == "/run/ff-full/new was not added to; nothing is there");
  CHECK(fixed.error().what == "/run/ff-read-only/file was not written; nothing is there");
  CHECK(joined(fixed.error().evidence, " ").find("Read-only file system") != std::string::npos);
  CHECK(gone);
  CHECK(seen.text == "file\nold\n");
  CHECK(on_box("box1", "umount /run/ff-full /run/ff-read-only").status == 0);
}

TEST_CASE("content that finds no room on its way is refused and spoils nothing", "[lease-lab]") {
  if (skipped()) return;
  REQUIRE(
      on_box(
          "box1",
          "umount -q /run/ff-small; mkdir -p /run/ff-small; mount -t tmpfs -o size=128k tmpfs /run/ff-small")
          .status == 0);
  adapters::lease::Terms terms;
  terms.folder = "/run/ff-small";
  {
    Run run("box1", "box1", lab_file("ssh_config"), terms);
    const auto lease = taken(run.take("cccc0003", 20s));
    // Lines that would be acts if they were taken for the protocol.
    std::string much;
    while (much.size() < 1'000'000) much += "bye 1\nlock 2\n";
    const auto refused = run.host().write_file({"/run/ff-target", much}, run.within(20s));
    CHECK(refused.error().code == ErrorCode::refused);
    CHECK(joined(refused.error().evidence, " ") == "no room for the content in /run/ff-small");
    CHECK(lease->fresh());
    CHECK(run.host().write_file({"/run/ff-target", "little"}, run.within(20s)));
    CHECK(on_box("box1", "cat /run/ff-target; rm /run/ff-target").text == "little");
  }
  CHECK(on_box("box1", "ls -A /run/ff-small; umount /run/ff-small").text == "lock\n");
}

TEST_CASE("without root nothing is locked", "[lease-lab]") {
  if (skipped()) return;
  const std::string config = lab_file("lease-op.config");
  std::ofstream(config) << "Host *\n User op\n" << std::ifstream(lab_file("ssh_config")).rdbuf();
  Run run("box1", "box1", config);
  const auto refused = run.take("cccc0003", 20s);
  std::remove(config.c_str());
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::not_permitted);
  CHECK(refused.error().where.machine == box1);
  CHECK(is_free("box1"));
}

TEST_CASE("one machine dialled twice: the lock is free only when both sessions are silent", "[lease-lab]") {
  if (skipped()) return;
  REQUIRE(lab({"ctl", "ip", "address", "replace", "10.78.0.1/24", "dev", "lab0"}).status == 0);
  const Relay relay("10.78.0.11");
  const std::string config = lab_file("lease-twice.config");
  std::ofstream(config) << "Host again\n HostName 127.0.0.1\n Port " << relay.port()
                        << "\n HostKeyAlias box1\n"
                        << std::ifstream(lab_file("ssh_config")).rdbuf();
  BootTimeClock clock;
  const MachineName edge("edge");
  SshDialer dialer1({box1, "box1", lab_file("ssh_config"), 5s});
  SshDialer dialer2({edge, "again", config, 5s});
  SessionLocks locks({{box1, &dialer1}, {edge, &dialer2}}, {}, clock);
  auto lease = taken(locks.take(some_holder(), {boot_now() + 20s, {}}));
  const std::vector<std::string> sessions = lines(on_box("box1", "cat /run/ff/lock.session").text);
  REQUIRE(sessions.size() == 2);
  const std::string second = sessions[1].substr(0, sessions[1].find(' '));
  REQUIRE(on_box("box1", "test -d /proc/" + second).status == 0);
  REQUIRE(lab({"ctl", "iptables", "-A", "OUTPUT", "-d", "10.78.0.0/24", "-j", "DROP"}).status == 0);
  const bool lost = eventually([&] { return !lease->fresh_on(edge); }, 20s);
  const bool first_fresh = lease->fresh_on(box1).has_value();
  // Released at once: the second session has not run out yet, and must not outlive the lock.
  const auto released = lease->release({boot_now() + 10s, {}});
  const bool session_ended = on_box("box1", "! test -d /proc/" + second).status == 0;
  const bool freed = is_free("box1");
  CHECK(lab({"ctl", "iptables", "-D", "OUTPUT", "-d", "10.78.0.0/24", "-j", "DROP"}).status == 0);
  CHECK(lost);
  CHECK(first_fresh);
  CHECK_FALSE(released);
  CHECK(session_ended);
  CHECK(freed);
  std::remove(config.c_str());
}

}  // namespace
}  // namespace ff::tests
