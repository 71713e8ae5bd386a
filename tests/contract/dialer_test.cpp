// What every Dialer promises, asked of this machine and, with FF_WORLD=lab, of a lab box over SSH.
#include <poll.h>
#include <sys/socket.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "adapters/local/local_dialer.h"
#include "adapters/ssh/ssh_dialer.h"
#include "base/text.h"
#include "base/waiting.h"
#include "catch.hpp"
#include "eventually.hpp"

namespace {

using namespace std::chrono_literals;
using ff::ErrorCode;
using ff::UniqueFd;
namespace ports = ff::ports;

bool on_lab() {
  const char* world = std::getenv("FF_WORLD");
  return world != nullptr && std::string(world) == "lab";
}

/// The dialer of a world; nothing when that world is not there.
std::unique_ptr<ports::Dialer> dialer_of(const std::string& world) {
  if (world == "local") return std::make_unique<ff::adapters::local::LocalDialer>(ff::MachineName("here"));
  if (!on_lab()) return nullptr;
  const char* folder = std::getenv("FF_LAB");
  const std::string config = std::string(folder == nullptr ? "/run/ff-lab" : folder) + "/ssh_config";
  return std::make_unique<ff::adapters::ssh::SshDialer>(
      ff::adapters::ssh::Settings{ff::MachineName("box1"), "box1", config, 5s});
}

ff::Limit within(std::chrono::milliseconds time) {
  return {ff::boot_now() + time, {}};
}

std::string read_all(int fd) {
  std::string text;
  char block[4096];
  pollfd one = {fd, POLLIN, 0};
  while (poll(&one, 1, 20'000) == 1) {
    const ssize_t n = read(fd, block, sizeof block);
    if (n < 0 && errno == EAGAIN) continue;
    if (n < 0) return text + "<" + std::strerror(errno) + ">";
    if (n == 0) return text;
    text.append(block, static_cast<std::size_t>(n));
  }
  return text + "<no end of file>";
}

std::string output_of(ports::Dialer& dialer, const std::string& line) {
  auto opened = dialer.open(ports::Command{line}, within(20s));
  if (!opened) return "<" + opened.error().what + ">";
  shutdown(opened->get(), SHUT_WR);
  return read_all(opened->get());
}

}  // namespace

#define FOR_EACH_WORLD(dialer)                                           \
  const std::string world = GENERATE(as<std::string>(), "local", "ssh"); \
  const auto dialer = dialer_of(world);                                  \
  if (dialer == nullptr) {                                               \
    WARN("skipped for " << world << ": FF_WORLD is not lab");            \
    return;                                                              \
  }                                                                      \
  INFO("world " << world)

TEST_CASE("a command gets its input to the end and its output is whole", "[dialer]") {
  FOR_EACH_WORLD(dialer);
  auto opened = dialer->open(ports::Command{"cat; echo end"}, within(20s));
  REQUIRE(opened);
  REQUIRE(write(opened->get(), "one\ntwo\n", 8) == 8);
  shutdown(opened->get(), SHUT_WR);
  CHECK(read_all(opened->get()) == "one\ntwo\nend\n");
  CHECK(dialer->last_words().empty());
}

TEST_CASE("the descriptor is a non-blocking stream socket", "[dialer]") {
  FOR_EACH_WORLD(dialer);
  auto opened = dialer->open(ports::Command{"cat"}, within(20s));
  REQUIRE(opened);
  char byte = 0;
  CHECK(read(opened->get(), &byte, 1) == -1);
  CHECK(errno == EAGAIN);
  int type = 0;
  socklen_t size = sizeof type;
  REQUIRE(getsockopt(opened->get(), SOL_SOCKET, SO_TYPE, &type, &size) == 0);
  CHECK(type == SOCK_STREAM);
}

TEST_CASE("a failed command's stderr and status are told at its end of file", "[dialer]") {
  FOR_EACH_WORLD(dialer);
  CHECK(output_of(*dialer, "echo out; echo 'a password is required' >&2; exit 3") == "out\n");
  REQUIRE(dialer->last_words().size() == 2);
  CHECK(dialer->last_words()[0].find("exit 3") != std::string::npos);
  CHECK(dialer->last_words()[1] == "a password is required");
  CHECK(output_of(*dialer, "no-such-program").empty());
  CHECK(dialer->last_words()[0].find("exit 127") != std::string::npos);
  CHECK(ff::joined(dialer->last_words(), "\n").find("command not found") != std::string::npos);
}

TEST_CASE("the end of file waits for the exit status", "[dialer]") {
  FOR_EACH_WORLD(dialer);
  CHECK(output_of(*dialer, "exec >&- 2>&-; sleep 0.2; exit 4").empty());
  REQUIRE_FALSE(dialer->last_words().empty());
  CHECK(dialer->last_words()[0].find("exit 4") != std::string::npos);
}

TEST_CASE("input that a command leaves unread spoils nothing of its output", "[dialer]") {
  FOR_EACH_WORLD(dialer);
  auto opened = dialer->open(ports::Command{"read -r first; sleep 1; echo \"$first\""}, within(20s));
  REQUIRE(opened);
  const std::string input = "first\n" + std::string(150'000, 'x');
  pollfd room = {opened->get(), POLLOUT, 0};
  while (poll(&room, 1, 200) == 1 && send(opened->get(), input.data(), input.size(), MSG_NOSIGNAL) > 0) {
  }
  CHECK(read_all(opened->get()) == "first\n");
}

TEST_CASE("a long stderr is kept from its end and does not hold up the command", "[dialer]") {
  FOR_EACH_WORLD(dialer);
  CHECK(output_of(*dialer, "seq 1 200000 >&2; echo done; exit 1") == "done\n");
  REQUIRE_FALSE(dialer->last_words().empty());
  CHECK(dialer->last_words().back() == "200000");
  CHECK(ff::joined(dialer->last_words(), "\n").size() < 8192);
}

TEST_CASE("what is not there is refused, with the machine and the thing named", "[dialer]") {
  FOR_EACH_WORLD(dialer);
  const auto socket = dialer->open(ports::UnixSocket{"/run/no-such-socket"}, within(20s));
  REQUIRE_FALSE(socket);
  CHECK(socket.error().code == ErrorCode::refused);
  CHECK(socket.error().what.find("/run/no-such-socket") != std::string::npos);
  CHECK_FALSE(socket.error().where.machine.empty());
  const auto port = dialer->open(ports::Tcp{"127.0.0.1", 1}, within(20s));
  REQUIRE_FALSE(port);
  CHECK(port.error().code == ErrorCode::refused);
  CHECK(port.error().what.find("127.0.0.1:1") != std::string::npos);
}

TEST_CASE("a stop or a deadline that has passed ends an open", "[dialer]") {
  FOR_EACH_WORLD(dialer);
  std::stop_source stop;
  stop.request_stop();
  const auto stopped = dialer->open(ports::Tcp{"127.0.0.1", 1}, {ff::boot_now() + 20s, stop.get_token()});
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().code == ErrorCode::cancelled);
  CHECK(output_of(*dialer, "echo still here") == "still here\n");
}

TEST_CASE("closing the descriptor ends a command's input", "[dialer]") {
  FOR_EACH_WORLD(dialer);
  const std::string marker = "/tmp/ff-dialer-" + std::to_string(getpid());
  auto opened = dialer->open(ports::Command{"cat >" + marker}, within(20s));
  REQUIRE(opened);
  REQUIRE(write(opened->get(), "all of it", 9) == 9);
  opened->reset();
  CHECK(ff::tests::eventually([&] { return output_of(*dialer, "cat " + marker) == "all of it"; }));
  output_of(*dialer, "rm " + marker);
}

TEST_CASE("many threads open at once", "[dialer]") {
  FOR_EACH_WORLD(dialer);
  std::vector<std::string> answers(8);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    threads.emplace_back([&, i] { answers[i] = output_of(*dialer, "echo " + std::to_string(i)); });
  }
  for (auto& thread : threads) thread.join();
  for (std::size_t i = 0; i < answers.size(); ++i) CHECK(answers[i] == std::to_string(i) + "\n");
}

TEST_CASE("a closed local command is ended with its whole group", "[dialer]") {
  const auto dialer = dialer_of("local");
  auto opened =
      dialer->open(ports::Command{"echo $$; trap '' TERM; sleep 1000 & wait; sleep 1000"}, within(20s));
  REQUIRE(opened);
  pollfd one = {opened->get(), POLLIN, 0};
  REQUIRE(poll(&one, 1, 20'000) == 1);
  char text[32] = {};
  REQUIRE(read(opened->get(), text, sizeof text - 1) > 0);
  const pid_t group = static_cast<pid_t>(std::atoi(text));
  REQUIRE(kill(-group, 0) == 0);
  opened->reset();
  CHECK(ff::tests::eventually([&] { return kill(-group, 0) != 0; }));
}
