// A bus that misbehaves in each way that a real one can.
#include <fcntl.h>
#include <sys/socket.h>

#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "adapters/systemd/bus.h"
#include "adapters/systemd/systemd_control.h"
#include "adapters/systemd/systemd_reader.h"
#include "catch.hpp"

namespace {

using namespace std::chrono_literals;
using ff::ErrorCode;
using ff::UniqueFd;
namespace ports = ff::ports;

/// Answers each kind of target by a script of its own: gets the far end of what it opens.
class ScriptedDialer : public ports::Dialer {
 public:
  std::function<ff::Result<UniqueFd>()> on_socket = [] {
    return ff::fail(ErrorCode::refused, "no forwarding");
  };
  std::function<ff::Result<UniqueFd>()> on_command = [] { return ff::fail(ErrorCode::refused, "no bridge"); };
  std::vector<std::string> words;
  int opened = 0;

  ff::Result<UniqueFd> open(const ports::Target& target, ff::Limit) override {
    ++opened;
    return std::holds_alternative<ports::UnixSocket>(target) ? on_socket() : on_command();
  }
  std::vector<std::string> last_words() override { return words; }

  /// A stream whose far end is kept in `far`.
  UniqueFd pair() {
    int ends[2] = {-1, -1};
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) == 0);
    far.reset(ends[1]);
    return UniqueFd(ends[0]);
  }
  UniqueFd saying(const std::string& text) {
    UniqueFd near = pair();
    REQUIRE(write(far.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    return near;
  }

  UniqueFd far;
};

ff::Limit within(ff::Milliseconds time, std::stop_token stop = {}) {
  return {ff::boot_now() + time, std::move(stop)};
}

ff::Error ask(ScriptedDialer& dialer, ff::Milliseconds time) {
  ff::adapters::systemd::SystemdReader reader(dialer, ff::MachineName("box1"));
  const ff::Status answered = reader.manager(within(time));
  REQUIRE_FALSE(answered);
  CHECK(answered.error().where.machine == ff::MachineName("box1"));
  return answered.error();
}

}  // namespace

TEST_CASE("a bus that ends at once is a lost link", "[systemd]") {
  ScriptedDialer dialer;
  dialer.on_socket = [&] {
    UniqueFd near = dialer.pair();
    dialer.far.reset();
    return near;
  };
  CHECK(ask(dialer, 5s).code == ErrorCode::link_lost);
}

TEST_CASE("a bus that talks nonsense is a lost link", "[systemd]") {
  ScriptedDialer dialer;
  dialer.on_socket = [&] { return dialer.saying("HTTP/1.1 400 Bad Request\r\n\r\n"); };
  CHECK(ask(dialer, 5s).code == ErrorCode::link_lost);
}

TEST_CASE("a bus that says nothing is a timeout, or a cancel when one is asked for", "[systemd]") {
  ScriptedDialer dialer;
  dialer.on_socket = [&] { return dialer.pair(); };
  CHECK(ask(dialer, 50ms).code == ErrorCode::timeout);

  ff::adapters::systemd::SystemdReader reader(dialer, ff::MachineName("box1"));
  std::stop_source source;
  std::jthread stopper([&] { source.request_stop(); });
  const ff::Status answered = reader.manager(within(20s, source.get_token()));
  REQUIRE_FALSE(answered);
  CHECK(answered.error().code == ErrorCode::cancelled);
}

TEST_CASE("without either way to the bus both reasons are told", "[systemd]") {
  ScriptedDialer dialer;
  dialer.on_command = [&] {
    UniqueFd near = dialer.saying("Welcome!\nbash: systemd-stdio-bridge: command not found\n");
    dialer.far.reset();
    return near;
  };
  dialer.words = {"sudo: a password is required"};
  const ff::Error error = ask(dialer, 5s);
  CHECK(error.code == ErrorCode::failed);
  CHECK_THAT(error.what, Catch::Contains("no forwarding") && Catch::Contains("could not be started"));
  CHECK(error.evidence.back() == "sudo: a password is required");
}

TEST_CASE("a dead session is told as it is, and the bridge is not tried", "[systemd]") {
  ScriptedDialer dialer;
  dialer.on_socket = [] { return ff::fail(ErrorCode::link_lost, "the session died"); };
  CHECK(ask(dialer, 5s).code == ErrorCode::link_lost);
  CHECK(dialer.opened == 1);
}

TEST_CASE("what a login shell prints before the bridge is left out of the stream", "[systemd]") {
  ScriptedDialer dialer;
  dialer.on_command = [&] { return dialer.saying("Welcome!\nff-bridge-begins\n"); };
  // The handshake begins: whatever the far end gets is D-Bus's, and it waits for an answer.
  CHECK(ask(dialer, 50ms).code == ErrorCode::timeout);
  std::string got(5, '\0');
  REQUIRE(read(dialer.far.get(), got.data(), got.size()) == 5);
  CHECK(got == std::string("\0AUTH", 5));
}

TEST_CASE("a login shell that prints without end does not fill the memory", "[systemd]") {
  ScriptedDialer dialer;
  dialer.on_command = [&] { return dialer.saying(std::string(100'000, 'x')); };
  CHECK(ask(dialer, 5s).code == ErrorCode::failed);
}

TEST_CASE("a failed connection is made anew by the next call", "[systemd]") {
  ScriptedDialer dialer;
  dialer.on_socket = [&] {
    UniqueFd near = dialer.pair();
    dialer.far.reset();
    return near;
  };
  ff::adapters::systemd::SystemdReader reader(dialer, ff::MachineName("box1"));
  CHECK_FALSE(reader.manager(within(5s)));
  CHECK_FALSE(reader.manager(within(5s)));
  CHECK(dialer.opened == 2);
}

TEST_CASE("a stop that was asked for before an act keeps it from being sent", "[systemd]") {
  ScriptedDialer dialer;
  dialer.on_socket = [&] { return dialer.pair(); };
  std::stop_source source;
  source.request_stop();
  ff::adapters::systemd::SystemdControl control(dialer, ff::MachineName("box1"));
  const ff::UnitName unit("a.service");
  const ff::Status started = control.start(unit, within(20s, source.get_token()));
  REQUIRE_FALSE(started);
  CHECK(started.error().code == ErrorCode::cancelled);
  CHECK(started.error().where.unit == unit);
}
