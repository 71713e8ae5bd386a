// The lock on this machine, with a real holder process. Needs root, as acting on a machine does.
#include <signal.h>
#include <sys/file.h>

#include <filesystem>

#include "adapters_lease_support.h"
#include "catch.hpp"
#include "codec/holder.h"
#include "eventually.hpp"

namespace ff {
namespace {

using namespace std::chrono_literals;
using adapters::lease::SessionLocks;
using adapters::local::LocalDialer;
using tests::eventually;
using tests::holder_named;
using tests::terms_in;
using tests::text_of;

const MachineName box1("box1");
const MachineName box2("box2");

/// Whether nobody holds the lock in a folder.
bool is_free(const std::string& folder) {
  const UniqueFd lock(::open((folder + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  return ::flock(lock.get(), LOCK_EX | LOCK_NB) == 0;
}

struct World {
  tests::Scratch scratch;
  std::string folder = scratch.path + "/run";
  adapters::local::RealClock clock;
  LocalDialer dialer{box1};
  SessionLocks locks{{{box1, &dialer}}, {box1}, clock, terms_in(folder)};

  Limit soon() { return ports::within(clock, 10s); }
  std::unique_ptr<ports::Lease> take(const std::string& run = "7f3a0001") {
    auto lease = locks.take(holder_named(run), soon());
    if (!lease)
      FAIL(lease.error().what << " " << (lease.error().evidence.empty() ? "" : lease.error().evidence[0]));
    return *std::move(lease);
  }
  ports::HostControl& host() { return locks.host(box1); }
  int holder_pid() {
    const auto note = codec::holder_from(text_of(folder + "/lock.holder"));
    return note ? note->pid : 0;
  }
};

bool root() {
  if (::geteuid() == 0) return true;
  WARN("skipped: only root may act on a machine");
  return false;
}

TEST_CASE("a lock is held, told, and free again after its release", "[lease]") {
  if (!root()) return;
  World world;
  auto lease = world.take();
  CHECK_FALSE(is_free(world.folder));
  CHECK(lease->fresh());
  lease->note("retire box1 ff-split-leader.service");
  REQUIRE(eventually([&] {
    const auto note = codec::holder_from(text_of(world.folder + "/lock.holder"));
    return note && note->step == "retire box1 ff-split-leader.service" && note->run == RunId("7f3a0001");
  }));
  REQUIRE(lease->release(world.soon()));
  CHECK(is_free(world.folder));
  CHECK_FALSE(lease->fresh());
  std::vector<std::string> left;
  for (const auto& entry : std::filesystem::directory_iterator(world.folder))
    left.push_back(entry.path().filename());
  CHECK(left == std::vector<std::string>{"lock"});
}

TEST_CASE("a second run is refused in the first one's words", "[lease]") {
  if (!root()) return;
  World world;
  auto lease = world.take();
  LocalDialer other_dialer(box1);
  SessionLocks other({{box1, &other_dialer}}, {box1}, world.clock, terms_in(world.folder));
  const auto refused = other.take(holder_named("bbbb0002"), world.soon());
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::locked);
  CHECK(refused.error().where.machine == box1);
  REQUIRE(refused.error().evidence.size() >= 2);
  CHECK(refused.error().evidence[0] == "ops@runner runs `switch replica`, since 2025-10-22T14:22:02.123Z");
  CHECK(refused.error().evidence[1].starts_with("run 7f3a0001, held by process "));
  CHECK(lease->fresh());
  REQUIRE(lease->release(world.soon()));
  CHECK(other.take(holder_named("bbbb0002"), world.soon()));
}

TEST_CASE("a lease that is let go without a word is released, and its own process lives", "[lease]") {
  if (!root()) return;
  World world;
  world.take().reset();
  CHECK(is_free(world.folder));
  CHECK_FALSE(std::filesystem::exists(world.folder + "/lock.session"));
}

TEST_CASE("a holder that dies loses the lease, and the lock can be taken again", "[lease]") {
  if (!root()) return;
  World world;
  auto lease = world.take();
  REQUIRE(eventually([&] { return world.holder_pid() > 0; }));
  REQUIRE(::kill(world.holder_pid(), SIGKILL) == 0);
  REQUIRE(eventually([&] { return !lease->fresh(); }));
  CHECK(lease->fresh().error().code == ErrorCode::lease_lost);
  CHECK(lease->fresh().error().where.machine == box1);
  const auto refused = world.host().write_file({world.scratch.path + "/late", "x"}, world.soon());
  CHECK(refused.error().code == ErrorCode::lease_lost);
  CHECK_FALSE(std::filesystem::exists(world.scratch.path + "/late"));
  CHECK(lease->release(world.soon()).error().code == ErrorCode::lease_lost);
  lease.reset();
  CHECK(world.take("cccc0003")->fresh());
}

TEST_CASE("heartbeats go on while a command runs, and it can be stopped", "[lease]") {
  if (!root()) return;
  World world;
  auto lease = world.take();
  std::stop_source stop;
  const std::string mark = world.scratch.path + "/pid";
  std::jthread stopper([&] {
    eventually([&] { return !text_of(mark).empty(); });
    stop.request_stop();
  });
  const auto begun = world.clock.now();
  const auto ended = world.host().run({"bash", "-c", "echo $$ >" + mark + "; sleep 60"},
                                      ports::within(world.clock, 30s, stop.get_token()));
  CHECK(ended.error().code == ErrorCode::cancelled);
  CHECK(world.clock.now() - begun < 20s);
  CHECK(lease->fresh());
  CHECK(eventually([&] { return ::kill(std::stoi(text_of(mark)), 0) != 0; }));
  const auto overdue = world.host().run({"sleep", "60"}, ports::within(world.clock, 100ms));
  CHECK(overdue.error().code == ErrorCode::timeout);
  CHECK(world.host().run({"true"}, world.soon()));
}

TEST_CASE("a chatty login shell does no harm", "[lease]") {
  if (!root()) return;
  World world;
  tests::DisguisedDialer chatty(world.folder, {"", "", "", "Welcome!\\nff-0-ready 1000 x\\nno newline"});
  SessionLocks locks({{box1, &chatty}}, {box1}, world.clock, terms_in(world.folder));
  const auto lease = locks.take(holder_named("7f3a0001"), world.soon());
  REQUIRE(lease);
  CHECK(*locks.host(box1).run({"echo", "it's", "a b"}, world.soon()) == "it's a b\n");
}

TEST_CASE("only root is let in, and a machine that cannot start a holder says why", "[lease]") {
  if (!root()) return;
  World world;
  tests::DisguisedDialer ordinary(world.folder, {"", "", "1000", ""});
  SessionLocks locks({{box1, &ordinary}}, {box1}, world.clock, terms_in(world.folder));
  const auto refused = locks.take(holder_named("7f3a0001"), world.soon());
  CHECK(refused.error().code == ErrorCode::not_permitted);
  CHECK(refused.error().where.machine == box1);
  CHECK_FALSE(std::filesystem::exists(world.folder));

  tests::DisguisedDialer closed(world.folder, {"", "", "", "This account is not available.\\n'; exit 1; '"});
  SessionLocks none({{box1, &closed}}, {box1}, world.clock, terms_in(world.folder));
  const auto failed = none.take(holder_named("7f3a0001"), world.soon());
  REQUIRE(failed.error().code == ErrorCode::refused);
  CHECK(failed.error().evidence.back() == "This account is not available.");
}

TEST_CASE("a folder that cannot be made is told as it is", "[lease]") {
  if (!root()) return;
  World world;
  std::ofstream(world.folder) << "a file";
  const auto refused = world.locks.take(holder_named("7f3a0001"), world.soon());
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::refused);
  REQUIRE_FALSE(refused.error().evidence.empty());
  CHECK(refused.error().evidence[0].find(world.folder) != std::string::npos);
}

TEST_CASE("the lock stays busy while a child of a killed holder lives", "[lease]") {
  if (!root()) return;
  World world;
  auto lease = world.take();
  const std::string mark = world.scratch.path + "/pid";
  std::jthread runner(
      [&] { (void)world.host().run({"bash", "-c", "echo $$ >" + mark + "; exec sleep 60"}, world.soon()); });
  REQUIRE(eventually([&] { return text_of(mark).ends_with("\n"); }));
  REQUIRE(::kill(world.holder_pid(), SIGKILL) == 0);
  REQUIRE(eventually([&] { return !lease->fresh(); }));
  CHECK_FALSE(is_free(world.folder));
  REQUIRE(::kill(std::stoi(text_of(mark)), SIGKILL) == 0);
  CHECK(eventually([&] { return is_free(world.folder); }));
}

}  // namespace
}  // namespace ff
