// Several machines at once: this one, disguised as others. Needs root.
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/wait.h>

#include <array>
#include <filesystem>

#include "adapters_lease_support.h"
#include "base/text.h"
#include "catch.hpp"
#include "eventually.hpp"

namespace ff {
namespace {

using namespace std::chrono_literals;
using adapters::lease::SessionLocks;
using tests::DisguisedDialer;
using tests::eventually;
using tests::text_of;

const MachineName box1("box1");
const MachineName box2("box2");
const MachineName edge("edge");

bool root() {
  if (::geteuid() == 0) return true;
  WARN("skipped: only root may act on a machine");
  return false;
}

UniqueFd lock_of(const std::string& folder) {
  return UniqueFd(::open((folder + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
}

bool is_free(const std::string& folder) {
  const UniqueFd lock = lock_of(folder);
  return ::flock(lock.get(), LOCK_EX | LOCK_NB) == 0;
}

/// box1 and box2 are two machines, edge is box1 under a second name.
struct Cluster {
  tests::Scratch scratch;
  std::string terms_folder = scratch.path + "/run";
  std::string first = scratch.path + "/first";
  std::string second = scratch.path + "/second";
  adapters::local::RealClock clock;
  DisguisedDialer dialer1{terms_folder, {"bbbb", first, "", ""}};
  DisguisedDialer dialer2{terms_folder, {"aaaa", second, "", ""}};
  DisguisedDialer dialer_edge{terms_folder, {"bbbb", first, "", ""}};
  std::map<MachineName, ports::Dialer*> dialers = {{box1, &dialer1}, {box2, &dialer2}, {edge, &dialer_edge}};
  SessionLocks locks{dialers, {box1, box2, edge}, clock, tests::terms_in(terms_folder)};

  Limit soon() { return ports::within(clock, 10s); }
};

TEST_CASE("one machine under two names is locked once and acted on under both", "[lease]") {
  if (!root()) return;
  Cluster cluster;
  auto lease = cluster.locks.take(tests::holder_named("7f3a0001"), cluster.soon());
  REQUIRE(lease);
  for (const MachineName& name : {box1, box2, edge}) CHECK((*lease)->fresh_on(name));
  REQUIRE(cluster.locks.host(box1).write_file({cluster.scratch.path + "/one", "1"}, cluster.soon()));
  REQUIRE(cluster.locks.host(edge).write_file({cluster.scratch.path + "/two", "2"}, cluster.soon()));
  CHECK(text_of(cluster.scratch.path + "/two") == "2");
  CHECK_FALSE(is_free(cluster.first));
  CHECK_FALSE(is_free(cluster.second));
  CHECK(lines(text_of(cluster.first + "/lock.session")).size() == 2);
  CHECK(lines(text_of(cluster.second + "/lock.session")).size() == 1);
  REQUIRE((*lease)->release(cluster.soon()));
  CHECK(is_free(cluster.first));
  CHECK(is_free(cluster.second));
}

TEST_CASE("one busy machine releases those before it, in machine-id order", "[lease]") {
  if (!root()) return;
  Cluster cluster;
  std::filesystem::create_directories(cluster.first);
  {
    const UniqueFd foreign = lock_of(cluster.first);
    REQUIRE(::flock(foreign.get(), LOCK_EX | LOCK_NB) == 0);
    const auto refused = cluster.locks.take(tests::holder_named("7f3a0001"), cluster.soon());
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::locked);
    CHECK(refused.error().where.machine == box1);
    // box2 has the smaller machine-id: it was locked first, and let go again.
    CHECK(std::filesystem::exists(cluster.second + "/lock"));
    CHECK(is_free(cluster.second));
  }
  {
    std::filesystem::remove(cluster.first + "/lock");
    const UniqueFd foreign = lock_of(cluster.second);
    REQUIRE(::flock(foreign.get(), LOCK_EX | LOCK_NB) == 0);
    const auto refused = cluster.locks.take(tests::holder_named("7f3a0001"), cluster.soon());
    REQUIRE_FALSE(refused);
    CHECK(refused.error().where.machine == box2);
    CHECK_FALSE(std::filesystem::exists(cluster.first + "/lock"));
  }
  CHECK(cluster.locks.take(tests::holder_named("7f3a0001"), cluster.soon()));
}

TEST_CASE("a machine that refuses keeps every other one unlocked", "[lease]") {
  if (!root()) return;
  Cluster cluster;
  DisguisedDialer ordinary(cluster.terms_folder, {"cccc", cluster.scratch.path + "/third", "1000", ""});
  cluster.dialers[edge] = &ordinary;
  SessionLocks locks(cluster.dialers, {box1, box2, edge}, cluster.clock,
                     tests::terms_in(cluster.terms_folder));
  const auto refused = locks.take(tests::holder_named("7f3a0001"), cluster.soon());
  CHECK(refused.error().code == ErrorCode::not_permitted);
  CHECK(refused.error().where.machine == edge);
  CHECK_FALSE(std::filesystem::exists(cluster.first + "/lock"));
  CHECK_FALSE(std::filesystem::exists(cluster.second + "/lock"));
}

TEST_CASE("where ff is its own session, a run that hangs is ended before its lock is free", "[lease]") {
  if (!root()) return;
  tests::Scratch scratch;
  const std::string folder = scratch.path + "/run";
  std::array<int, 2> pipe_ends{};
  REQUIRE(::pipe(pipe_ends.data()) == 0);
  const pid_t first_run = ::fork();
  REQUIRE(first_run >= 0);
  if (first_run == 0) {
    adapters::local::RealClock clock;
    adapters::local::LocalDialer dialer(box1);
    adapters::lease::Terms terms = tests::terms_in(folder);
    terms.patience = 1s;
    SessionLocks locks({{box1, &dialer}}, {box1}, clock, terms);
    const auto lease = locks.take(tests::holder_named("7f3a0001"), ports::within(clock, 10s));
    [[maybe_unused]] const auto told = ::write(pipe_ends[1], lease ? "y" : "n", 1);
    ::raise(SIGSTOP);
    ::_exit(1);
  }
  char answer = 0;
  REQUIRE(::read(pipe_ends[0], &answer, 1) == 1);
  REQUIRE(answer == 'y');
  CHECK_FALSE(is_free(folder));
  const bool freed = eventually([&] { return is_free(folder); });
  int status = 0;
  const pid_t ended = ::waitpid(first_run, &status, WNOHANG);
  CHECK(freed);
  CHECK(ended == first_run);
  CHECK((WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL));
  if (ended != first_run) ::kill(first_run, SIGKILL);
  for (const int end : pipe_ends) ::close(end);
}

}  // namespace
}  // namespace ff
