// Every way in which no session comes about, against a real sshd or something that only looks like one.
// Runs with FF_WORLD=lab in the lab's network.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

#include "adapters/ssh/ssh_dialer.h"
#include "base/text.h"
#include "base/waiting.h"
#include "catch.hpp"

namespace {

using namespace std::chrono_literals;
using ff::ErrorCode;
using ff::UniqueFd;
using ff::adapters::ssh::SshDialer;

bool on_lab() {
  const char* world = std::getenv("FF_WORLD");
  return world != nullptr && std::string(world) == "lab";
}

std::string lab_file(const std::string& name) {
  const char* folder = std::getenv("FF_LAB");
  return std::string(folder == nullptr ? "/run/ff-lab" : folder) + "/" + name;
}

std::string content_of(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A folder with an ssh_config of its own, gone with the object.
class Folder {
 public:
  Folder() { REQUIRE(mkdtemp(path.data()) != nullptr); }
  ~Folder() { std::system(("rm -r " + path).c_str()); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path + "/" + name) << text;
    chmod((path + "/" + name).c_str(), 0600);
    return path + "/" + name;
  }
  /// Settings for the host `box`, which is box1 of the lab unless `lines` say other.
  ff::adapters::ssh::Settings settings(const std::string& lines, ff::Milliseconds timeout = 5s) const {
    const std::string config =
        write("ssh_config", "Host box\n" + lines +
                                "\nUser root\nHostName 10.77.0.11\nHostKeyAlias box1\n"
                                "IdentityFile " +
                                lab_file("id") + "\nIdentitiesOnly yes\nUserKnownHostsFile " +
                                lab_file("known_hosts") + "\nGlobalKnownHostsFile /dev/null\n" +
                                content_of(lab_file("ssh_config")));
    return {ff::MachineName("m"), "box", config, timeout};
  }
  std::string path = "/tmp/ff-trust-XXXXXX";
};

ff::Limit within(std::chrono::milliseconds time) {
  return {ff::boot_now() + time, {}};
}

/// The error of a connection that must fail.
ff::Error refusal(const ff::adapters::ssh::Settings& settings, std::chrono::milliseconds time = 20s) {
  SshDialer dialer(settings);
  const auto connected = dialer.connect(within(time));
  if (connected) FAIL("connected");
  CHECK(connected.error().where.machine.text() == "m");
  return connected.error();
}

/// A listener on loopback before box1's sshd. It passes on so many of the server's bytes, and none once the
/// client has sent `last`.
class Freezer {
 public:
  explicit Freezer(std::size_t bytes, std::string last = {}) : bytes_(bytes), last_(std::move(last)) {
    listener_.reset(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    bind(listener_.get(), reinterpret_cast<sockaddr*>(&address), size);
    listen(listener_.get(), 8);
    getsockname(listener_.get(), reinterpret_cast<sockaddr*>(&address), &size);
    port = ntohs(address.sin_port);
    thread_ = std::thread([this] { serve(); });
  }
  ~Freezer() {
    shutdown(listener_.get(), SHUT_RDWR);
    thread_.join();
  }
  std::uint16_t port = 0;

 private:
  void serve() {
    const UniqueFd client(accept(listener_.get(), nullptr, nullptr));
    if (!client) return;
    const UniqueFd server(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(22);
    inet_pton(AF_INET, "10.77.0.11", &address.sin_addr);
    if (connect(server.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) return;
    std::array<pollfd, 3> all = {
        pollfd{client.get(), POLLIN, 0}, {server.get(), POLLIN, 0}, {listener_.get(), 0, 0}};
    std::array<char, 4096> block;
    while (poll(all.data(), all.size(), -1) > 0 && all[2].revents == 0) {
      if (all[0].revents != 0) {
        const ssize_t n = read(client.get(), block.data(), block.size());
        if (n <= 0 || write(server.get(), block.data(), static_cast<std::size_t>(n)) != n) return;
        const std::string_view sent(block.data(), static_cast<std::size_t>(n));
        if (!last_.empty() && sent.find(last_) != std::string_view::npos) bytes_ = 0;
      }
      if (all[1].revents != 0 && bytes_ > 0) {
        const ssize_t n = read(server.get(), block.data(), std::min(block.size(), bytes_));
        if (n <= 0 || write(client.get(), block.data(), static_cast<std::size_t>(n)) != n) return;
        bytes_ -= static_cast<std::size_t>(n);
      }
      if (bytes_ == 0) all[1].fd = -1;
    }
  }
  std::size_t bytes_;
  std::string last_;
  UniqueFd listener_;
  std::thread thread_;
};

std::string at_port(std::uint16_t port) {
  return "HostName 127.0.0.1\nPort " + std::to_string(port) + "\nHostKeyAlias box1";
}

}  // namespace

#define ON_LAB_ONLY()                     \
  if (!on_lab()) {                        \
    WARN("skipped: FF_WORLD is not lab"); \
    return;                               \
  }                                       \
  const Folder folder

TEST_CASE("an alias in known_hosts, an unusual port and a proxy's command connect", "[trust]") {
  ON_LAB_ONLY();
  const std::string lines = GENERATE(as<std::string>(), "", "ProxyJump box2",
                                     "ProxyCommand bash -c 'exec 3<>/dev/tcp/%h/%p; cat <&3 & exec cat >&3'");
  SshDialer dialer(folder.settings(lines));
  const auto connected = dialer.connect(within(20s));
  INFO((connected ? std::string() : connected.error().what + ff::joined(connected.error().evidence, "\n")));
  CHECK(connected);
}

TEST_CASE("an unknown, a changed and a differently typed host key are refused", "[trust]") {
  ON_LAB_ONLY();
  const std::string known = content_of(lab_file("known_hosts"));
  SECTION("unknown") {
    const ff::Error error = refusal(folder.settings("UserKnownHostsFile " + folder.write("none", "")));
    CHECK(error.code == ErrorCode::not_trusted);
    CHECK(error.what.find("box1 is unknown") != std::string::npos);
  }
  SECTION("changed") {
    const std::string other = known.substr(known.find("box2"));
    const std::string line = "box1" + other.substr(other.find(' '));
    const ff::Error error = refusal(folder.settings(
        "UserKnownHostsFile " + folder.write("changed", line.substr(0, line.find('\n') + 1))));
    CHECK(error.code == ErrorCode::not_trusted);
    CHECK(error.what.find("has changed") != std::string::npos);
    CHECK(ff::joined(error.evidence, "\n").find("ssh-keygen -R box1") != std::string::npos);
  }
  SECTION("another type") {
    REQUIRE(std::system(("ssh-keygen -q -t ecdsa -N '' -f " + folder.path + "/key").c_str()) == 0);
    const ff::Error error = refusal(folder.settings(
        "UserKnownHostsFile " + folder.write("typed", "box1 " + content_of(folder.path + "/key.pub"))));
    CHECK(error.code == ErrorCode::not_trusted);
    CHECK(error.what.find("another type") != std::string::npos);
  }
}

TEST_CASE("a login goes by a file or by an agent, and a refusal tells what became of each key", "[trust]") {
  ON_LAB_ONLY();
  const auto run = [](const std::string& line) { return std::system(line.c_str()) == 0; };
  const auto settings = [&](const std::string& lines) {
    auto made = folder.settings("");
    made.config_file =
        folder.write("own", "Host box\nUser root\nHostName 10.77.0.11\nHostKeyAlias box1\n" + lines +
                                "\nUserKnownHostsFile " + lab_file("known_hosts") + "\n");
    return made;
  };
  SECTION("a key that the server does not know") {
    REQUIRE(run("ssh-keygen -q -t ed25519 -N '' -f " + folder.path + "/stranger"));
    const ff::Error error =
        refusal(settings("IdentitiesOnly yes\nIdentityFile " + folder.path + "/stranger"));
    CHECK(error.code == ErrorCode::not_trusted);
    CHECK(error.what.find("does not let root in") != std::string::npos);
    CHECK(ff::joined(error.evidence, "\n").find("/stranger: refused") != std::string::npos);
  }
  SECTION("a key with a passphrase, then the agent that holds it") {
    const std::string key = folder.write("locked", content_of(lab_file("id")));
    const std::string agent = folder.path + "/agent";
    REQUIRE(run("ssh-agent -a " + agent + " sh -c 'ssh-add -q " + key +
                "; exec sleep 20' >/dev/null 2>&1 & "
                "while ! SSH_AUTH_SOCK=" +
                agent + " ssh-add -l >/dev/null 2>&1; do sleep 0.02; done"));
    REQUIRE(run("ssh-keygen -q -p -N secret -f " + key + " >/dev/null"));
    const ff::Error error = refusal(settings("IdentityAgent none\nIdentityFile " + key));
    CHECK(error.code == ErrorCode::not_trusted);
    CHECK(ff::joined(error.evidence, "\n").find("passphrase") != std::string::npos);
    const std::string only = GENERATE(as<std::string>(), "yes", "no");
    SshDialer dialer(
        settings("IdentitiesOnly " + only + "\nIdentityAgent " + agent + "\nIdentityFile " + key));
    const auto connected = dialer.connect(within(20s));
    INFO((connected ? std::string() : ff::joined(connected.error().evidence, "\n")));
    CHECK(connected);
  }
  SECTION("no key at all") {
    const ff::Error error = refusal(settings("IdentityAgent none\nIdentityFile /no/such/file"));
    CHECK(error.code == ErrorCode::not_trusted);
    CHECK(ff::joined(error.evidence, "\n").find("there is no key") != std::string::npos);
  }
}

TEST_CASE("nobody there, nothing listening and silence are told apart, in time", "[trust]") {
  ON_LAB_ONLY();
  SECTION("no route") {
    const ff::Error error = refusal(folder.settings("HostName 10.77.0.99"));
    CHECK(error.code == ErrorCode::unreachable);
    CHECK(error.what.find("no route to 10.77.0.99:22") != std::string::npos);
  }
  SECTION("nothing listening") {
    const ff::Error error = refusal(folder.settings("Port 2"));
    CHECK(error.code == ErrorCode::unreachable);
    CHECK(error.what.find("10.77.0.11:2 refused the connection") != std::string::npos);
  }
  SECTION("an unknown name") {
    const ff::Error error = refusal(folder.settings("HostName no-such-host.invalid"));
    CHECK(error.code == ErrorCode::unreachable);
    CHECK(error.what.find("no-such-host.invalid") != std::string::npos);
  }
  SECTION("accepts and says nothing") {
    const Freezer freezer(0);
    const ff::Error error = refusal(folder.settings(at_port(freezer.port), 1s));
    CHECK(error.code == ErrorCode::unreachable);
    CHECK(error.what.find("sends no SSH greeting") != std::string::npos);
  }
  SECTION("freezes in the key exchange") {
    const Freezer freezer(100);
    const ff::Error error = refusal(folder.settings(at_port(freezer.port), 1s));
    CHECK(error.code == ErrorCode::unreachable);
    CHECK(error.what.find("did not finish the key exchange") != std::string::npos);
  }
  SECTION("freezes in the login") {
    const std::string new_keys("\0\0\0\x0c\x0a\x15", 6);  // the last packet in the clear
    const Freezer freezer(1'000'000, new_keys);
    const ff::Error error = refusal(folder.settings(at_port(freezer.port), 1s));
    CHECK(error.code == ErrorCode::unreachable);
    CHECK(error.what.find("did not answer the login of root") != std::string::npos);
  }
  SECTION("a proxy that fails says why") {
    const ff::Error error = refusal(folder.settings("ProxyCommand echo 'no way through' >&2; exit 1"));
    CHECK(error.code == ErrorCode::unreachable);
    CHECK(ff::joined(error.evidence, "\n").find("no way through") != std::string::npos);
  }
}

TEST_CASE("the caller's own deadline and stop end the wait for a session", "[trust]") {
  ON_LAB_ONLY();
  const Freezer freezer(0);
  SshDialer dialer(folder.settings(at_port(freezer.port), 60s));
  const auto late = dialer.open(ff::ports::Command{"true"}, within(200ms));
  REQUIRE_FALSE(late);
  CHECK(late.error().code == ErrorCode::unreachable);
  CHECK(late.error().what.find("has not finished the key exchange") != std::string::npos);
  std::stop_source stop;
  std::thread stopper([&] { stop.request_stop(); });
  const auto stopped = dialer.open(ff::ports::Command{"true"}, {ff::boot_now() + 60s, stop.get_token()});
  stopper.join();
  REQUIRE_FALSE(stopped);
  CHECK(stopped.error().code == ErrorCode::cancelled);
}

TEST_CASE("a faulty ssh_config is named, and a session that failed stays failed", "[trust]") {
  ON_LAB_ONLY();
  SshDialer dialer(folder.settings("NoSuchOption yes"));
  for (int i = 0; i < 2; ++i) {
    const auto connected = dialer.connect(within(20s));
    REQUIRE_FALSE(connected);
    CHECK(connected.error().code == ErrorCode::bad_input);
    CHECK(ff::joined(connected.error().evidence, "\n").find("nosuchoption") != std::string::npos);
    CHECK(connected.error().advice.subject == folder.path + "/ssh_config");
  }
}
