// The link and its pump under load and under a cut, against a real sshd. Runs with FF_WORLD=lab in the lab's
// network; meant for ThreadSanitizer too.
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "adapters/ssh/ssh_dialer.h"
#include "base/waiting.h"
#include "catch.hpp"
#include "eventually.hpp"
#include "source_folder.hpp"

namespace {

using namespace std::chrono_literals;
using ff::Done;
using ff::ErrorCode;
using ff::UniqueFd;
using ff::adapters::ssh::SshDialer;
namespace ports = ff::ports;

constexpr std::size_t bulk_bytes = 100 * 1000 * 1000;

bool on_lab() {
  const char* world = std::getenv("FF_WORLD");
  return world != nullptr && std::string(world) == "lab";
}

std::string lab_file(const std::string& name) {
  const char* folder = std::getenv("FF_LAB");
  return std::string(folder == nullptr ? "/run/ff-lab" : folder) + "/" + name;
}

SshDialer dialer_of(const std::string& box) {
  return SshDialer({ff::MachineName(box), box, lab_file("ssh_config"), 5s});
}

ff::Limit within(std::chrono::milliseconds time) {
  return {ff::boot_now() + time, {}};
}

bool lab(const std::string& verb, const std::string& box) {
  const pid_t child = fork();
  if (child == 0) {
    const std::string script = ff::tests::source_folder() + "/scripts/lab";
    execl(script.c_str(), script.c_str(), verb.c_str(), box.c_str(), nullptr);
    _exit(127);
  }
  int status = -1;
  waitpid(child, &status, 0);
  return status == 0;
}

/// Waits until the descriptor is ready; false after a minute.
bool ready(int fd, short events) {
  pollfd one = {fd, events, 0};
  return poll(&one, 1, 60'000) == 1;
}

/// The byte at a place of the stream: any loss, doubling or change of order shows.
char pattern(std::size_t at) {
  return static_cast<char>((at * 2654435761U) >> 13);
}

bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    if (!ready(fd, POLLOUT)) return false;
    const ssize_t n = send(fd, text.data(), text.size(), MSG_NOSIGNAL);
    if (n < 0 && errno != EAGAIN) return false;
    if (n > 0) text.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

bool write_pattern(int fd, std::size_t count) {
  std::string block(65536, 0);
  for (std::size_t at = 0; at < count; at += block.size()) {
    block.resize(std::min(block.size(), count - at));
    for (std::size_t i = 0; i < block.size(); ++i) block[i] = pattern(at + i);
    if (!write_all(fd, block)) return false;
  }
  return shutdown(fd, SHUT_WR) == 0;
}

/// How many bytes came before the end of file, -1 at the first wrong one or an error.
long read_pattern(int fd) {
  std::string block(65536, 0);
  std::size_t at = 0;
  for (;;) {
    if (!ready(fd, POLLIN)) return -1;
    const ssize_t n = read(fd, block.data(), block.size());
    if (n == 0) return static_cast<long>(at);
    if (n < 0 && errno == EAGAIN) continue;
    if (n < 0) return -1;
    for (ssize_t i = 0; i < n; ++i, ++at) {
      if (block[static_cast<std::size_t>(i)] != pattern(at)) return -1;
    }
  }
}

/// Everything up to the end of file, at most `enough` bytes.
std::string read_text(int fd, std::size_t enough = std::string::npos) {
  std::string text;
  char block[4096];
  while (text.size() < enough && ready(fd, POLLIN)) {
    const ssize_t n = read(fd, block, std::min(sizeof block, enough - text.size()));
    if (n < 0 && errno == EAGAIN) continue;
    if (n <= 0) break;
    text.append(block, static_cast<std::size_t>(n));
  }
  return text;
}

UniqueFd opened(ports::Dialer& dialer, const ports::Target& target) {
  auto channel = dialer.open(target, within(20s));
  if (!channel) FAIL(channel.error().what);
  return std::move(*channel);
}

const ports::UnixSocket bus{"/run/dbus/system_bus_socket"};
const ports::Command ticker{"while echo tick; do sleep 0.02; done"};

/// The first words of a D-Bus client, answered by the daemon.
bool bus_answers(int fd) {
  return write_all(fd, std::string_view("\0AUTH EXTERNAL 30\r\n", 19)) && read_text(fd, 4).starts_with("OK ");
}

}  // namespace

TEST_CASE("eight channels at once carry 100 MB both ways without a byte lost", "[link]") {
  if (!on_lab()) {
    WARN("skipped: FF_WORLD is not lab");
    return;
  }
  SshDialer dialer = dialer_of("box1");
  const UniqueFd bus_channel = opened(dialer, bus);
  const UniqueFd echo = opened(dialer, ports::Command{"cat"});
  const UniqueFd counter = opened(dialer, ports::Command{"wc -c"});
  const UniqueFd source = opened(dialer, ports::Command{"head -c 20000000 /dev/zero"});
  const UniqueFd log = opened(dialer, ticker);
  const UniqueFd heart = opened(dialer, ports::Command{"while read -r beat; do echo \"$beat\"; done"});
  const UniqueFd tcp = opened(dialer, ports::Tcp{"127.0.0.1", 22});
  const UniqueFd slow = opened(dialer, ports::Command{"cat"});

  std::atomic<bool> over = false;
  bool written = false;
  long echoed = 0;
  std::string counted;
  std::size_t sourced = 0;
  int beats = 0;
  std::vector<std::thread> threads;
  threads.emplace_back([&] { written = write_pattern(echo.get(), bulk_bytes); });
  threads.emplace_back([&] { echoed = read_pattern(echo.get()); });
  threads.emplace_back([&] {
    write_pattern(counter.get(), 20'000'000);
    counted = read_text(counter.get());
  });
  threads.emplace_back([&] { sourced = read_text(source.get()).size(); });
  threads.emplace_back([&] {
    for (; !over; ++beats) {
      const std::string beat = "beat " + std::to_string(beats) + "\n";
      if (!write_all(heart.get(), beat) || read_text(heart.get(), beat.size()) != beat) return;
    }
  });
  // A channel that nobody reads must not hold up the others: its data waits in its own window.
  write_all(slow.get(), std::string(300'000, 's'));
  CHECK(bus_answers(bus_channel.get()));
  CHECK(read_text(tcp.get(), 4) == "SSH-");
  for (std::size_t i = 0; i < 4; ++i) threads[i].join();
  over = true;
  threads[4].join();

  CHECK(written);
  CHECK(echoed == static_cast<long>(bulk_bytes));
  CHECK(counted == "20000000\n");
  CHECK(sourced == 20'000'000);
  CHECK(beats > 10);
  CHECK(read_text(log.get(), 50).starts_with("tick\ntick\n"));
  shutdown(slow.get(), SHUT_WR);
  CHECK(read_text(slow.get()) == std::string(300'000, 's'));
}

TEST_CASE(
    "a cut in the middle ends every channel; a later session is for who asks anew, never for the pinned",
    "[link]") {
  if (!on_lab()) {
    WARN("skipped: FF_WORLD is not lab");
    return;
  }
  SshDialer dialer = dialer_of("box2");
  const auto pinned = dialer.pinned();
  std::vector<UniqueFd> channels;
  channels.push_back(opened(*pinned, ports::Command{"cat"}));
  channels.push_back(opened(dialer, ports::Command{"cat"}));
  channels.push_back(opened(dialer, bus));
  for (int i = 0; i < 6; ++i) channels.push_back(opened(dialer, ticker));

  const int bulk = channels[0].get();
  std::thread writer([&] { write_pattern(bulk, bulk_bytes); });
  std::atomic<std::size_t> came = 0;
  std::thread reader([&] {
    char block[65536];
    while (ready(bulk, POLLIN)) {
      const ssize_t n = read(bulk, block, sizeof block);
      if (n == 0 || (n < 0 && errno != EAGAIN)) return;
      if (n > 0) came += static_cast<std::size_t>(n);
    }
  });
  REQUIRE(ff::tests::eventually([&] { return came > 1'000'000; }));
  REQUIRE(lab("cut", "box2"));
  std::vector<ff::Error> seen;
  const bool lost = ff::tests::eventually(
      [&] {
        const auto again = dialer.open(ticker, within(1s));
        if (!again) seen.push_back(again.error());
        return !again && again.error().code == ErrorCode::link_lost;
      },
      20s);
  CHECK(lab("heal", "box2"));
  REQUIRE(lost);
  CHECK(seen.back().where.machine.text() == "box2");
  CHECK(seen.back().what.find("SSH link died") != std::string::npos);
  writer.join();
  reader.join();
  CHECK(came < bulk_bytes);
  for (std::size_t i = 1; i < channels.size(); ++i) read_text(channels[i].get());  // ends, or the test hangs
  CHECK(ff::tests::eventually([&] { return dialer.open(bus, within(5s)).has_value(); }, 20s));
  const auto later = pinned->open(bus, within(5s));
  REQUIRE_FALSE(later);
  CHECK(later.error().code == ErrorCode::link_lost);
}

TEST_CASE("a stopped sshd is noticed though TCP lives", "[link]") {
  if (!on_lab()) {
    WARN("skipped: FF_WORLD is not lab");
    return;
  }
  SshDialer dialer({ff::MachineName("box1"), "box1", lab_file("ssh_config"), 5s, 500ms});
  const UniqueFd quiet = opened(dialer, ports::Command{"cat"});
  pollfd silent = {quiet.get(), POLLIN, 0};
  CHECK(poll(&silent, 1, 2500) == 0);  // longer than the link lives without an answer
  CHECK(write_all(quiet.get(), "alive"));
  CHECK(read_text(quiet.get(), 5) == "alive");
  const UniqueFd stopper = opened(dialer, ports::Command{"kill -STOP $PPID"});
  CHECK(read_text(quiet.get()).empty());
  const auto later = dialer.open(bus, within(1s));
  REQUIRE_FALSE(later);
  CHECK(later.error().code == ErrorCode::link_lost);
  CHECK(later.error().what.find("no sign of life for 2.0 s") != std::string::npos);
}

TEST_CASE("a dialer that goes away closes what it gave out", "[link]") {
  if (!on_lab()) {
    WARN("skipped: FF_WORLD is not lab");
    return;
  }
  UniqueFd left;
  {
    SshDialer dialer = dialer_of("box1");
    left = opened(dialer, ports::Command{"cat"});
  }
  CHECK(read_text(left.get()).empty());
}
