#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

#include "adapters/host/shell_host_reader.h"
#include "adapters/ssh/ssh_dialer.h"
#include "adapters/systemd/systemd_control.h"
#include "adapters/systemd/systemd_reader.h"
#include "base/text.h"
#include "base/waiting.h"
#include "contract/world.hpp"

namespace ff::tests {
namespace {

using namespace std::chrono_literals;

// The units of the world, and everything of an earlier one put back. ffc-slow ends at once on SIGTERM.
constexpr const char* set_up = R"SH(
cd /etc/systemd/system
unit() { { printf '[Unit]\n%s\n[Service]\n%s\n' "$2" "$3"; [ -z "$4" ] || printf '[Install]\n%s\n' "$4"; } >"$1"; }
rm -f /etc/systemd/system.control/ffc-*
mkdir -p /etc/systemd/system.control
unit ffc-plain.service '' 'ExecStart=/bin/sleep 10000' 'WantedBy=multi-user.target'
unit ffc-rival.service 'Conflicts=ffc-plain.service
After=ffc-plain.service' 'ExecStart=/bin/sleep 10000
ExecReload=/bin/true' 'WantedBy=multi-user.target'
unit ffc-fails.service '' 'Type=oneshot
ExecStart=/bin/sh -c "exit 3"' 'WantedBy=multi-user.target'
unit ffc-needs.service 'Requires=ffc-fails.service
After=ffc-fails.service' 'ExecStart=/bin/sleep 10000' ''
unit ffc-slow.service '' 'Type=oneshot
TimeoutStartSec=2min
ExecStart=/bin/sleep 60' ''
printf '[Timer]\nOnActiveSec=10000d\nUnit=ffc-plain.service\n[Install]\nWantedBy=timers.target\n' >ffc-timer.timer
systemctl daemon-reload
systemctl disable --quiet ffc-plain.service ffc-rival.service ffc-fails.service ffc-timer.timer
systemctl kill --signal=KILL ffc-slow.service 2>/dev/null
systemctl stop 'ffc-*'
systemctl reset-failed 'ffc-*' 2>/dev/null
echo set up
)SH";

std::string lab_folder() {
  const char* folder = std::getenv("FF_LAB");
  return folder == nullptr ? "/run/ff-lab" : folder;
}

adapters::ssh::Settings settings_of_box() {
  return {MachineName("box1"), "box1", lab_folder() + "/ssh_config", 5s};
}

class LabWorld : public ContractWorld {
 public:
  LabWorld() {
    if (ask(set_up) != "set up\n") throw std::runtime_error("the lab's box1 could not be set up");
  }

  ports::UnitReader& units() override { return units_; }
  ports::UnitControl& control() override { return control_; }
  ports::HostReader& host() override { return host_; }
  MachineName machine() const override { return MachineName("box1"); }
  Limit within(Milliseconds time, std::stop_token stop) override {
    return {boot_now() + time, std::move(stop)};
  }

  std::string property(const UnitName& unit, const std::string& name) override {
    return std::string(trimmed(ask("systemctl show --value -p " + name + " " + shell_quoted(unit.text()))));
  }
  bool linked(const UnitName& unit) override {
    return ask("ls /etc/systemd/system/*.wants/" + unit.text() + " 2>/dev/null") != "";
  }
  bool by_hand(const std::string& verb, const UnitName& unit) override {
    return ask("systemctl " + verb + " " + shell_quoted(unit.text()) + " >/dev/null 2>&1 && echo yes") ==
           "yes\n";
  }
  void crash(const UnitName& unit) override {
    ask("systemctl kill --kill-who=main --signal=KILL " + shell_quoted(unit.text()) + " 2>/dev/null");
  }
  void forget(const std::string& prefix) override {
    const std::string all = shell_quoted(prefix + "*");
    ask("cd /etc/systemd && find system system.control -name " + all + " -delete; systemctl daemon-reload; " +
        "systemctl stop " + all + "; systemctl reset-failed " + all + " 2>/dev/null");
  }
  void mask(const UnitName& unit) override {
    ask("ln -sf /dev/null /etc/systemd/system.control/" + unit.text() + "; systemctl daemon-reload");
  }
  void unmask(const UnitName& unit) override {
    ask("rm -f /etc/systemd/system.control/" + unit.text() + "; systemctl daemon-reload");
  }
  void put_file(const std::string& path, const std::string& content) override {
    ask("mkdir -p \"$(dirname " + shell_quoted(path) + ")\"; cat >" + shell_quoted(path), content);
  }
  void meanwhile(const std::function<void()>& call, const std::function<void()>& hand) override {
    const std::jthread caller(call);
    hand();
  }
  std::shared_ptr<void> hold_lock(const std::string& holder) override {
    // The process that took the lock has ended, as when a script has `flock` do it, and its children keep it.
    const std::string line = "mkdir -p /run/ff; exec 9>>/run/ff/lock; flock -n 9 && printf %s " +
                             shell_quoted(holder) +
                             " >/run/ff/lock.holder && echo held; cat >/dev/null; rm -f /run/ff/lock.holder; "
                             "flock -u 9; echo free";
    auto socket = witness_.open(ports::Command{line}, within(20s, {}));
    if (!socket) throw std::runtime_error(socket.error().what);
    const auto held = std::make_shared<UniqueFd>(*std::move(socket));
    if (read_to(held->get(), '\n') != "held\n") throw std::runtime_error("the lock is not to be had");
    return {held.get(), [held](void*) {
              shutdown(held->get(), SHUT_WR);
              read_to(held->get(), '\n');
            }};
  }

 private:
  /// What a command line prints, over a session that the ports under test have no part in.
  std::string ask(const std::string& line, const std::string& input = {}) {
    const Limit limit = within(60s, {});
    auto socket = witness_.open(ports::Command{line}, limit);
    if (!socket) throw std::runtime_error(socket.error().what);
    Waiting waiting(limit);
    send_all(socket->get(), input, waiting);
    return read_to(socket->get(), std::nullopt);
  }

  /// Until `last`, or the end of the stream.
  static std::string read_to(int socket, std::optional<char> last) {
    Waiting waiting({boot_now() + 60s, {}});
    std::string text;
    std::array<char, 4096> block;
    for (;;) {
      const ssize_t got = read(socket, block.data(), block.size());
      if (got == 0) return text;
      if (got > 0) text.append(block.data(), static_cast<std::size_t>(got));
      if (last && text.ends_with(*last)) return text;
      if (got < 0 && errno != EAGAIN) throw std::runtime_error("the witness's link ended");
      if (got < 0 && !waiting.poll(socket, POLLIN, "an answer")) throw std::runtime_error("no end: " + text);
    }
  }

  static void send_all(int socket, std::string_view input, Waiting& waiting) {
    while (!input.empty()) {
      const ssize_t sent = send(socket, input.data(), input.size(), MSG_NOSIGNAL);
      if (sent > 0) input.remove_prefix(static_cast<std::size_t>(sent));
      if (sent < 0 && (errno != EAGAIN || !waiting.poll(socket, POLLOUT, "room")))
        throw std::runtime_error("the witness's link ended");
    }
    shutdown(socket, SHUT_WR);
  }

  adapters::ssh::SshDialer witness_{settings_of_box()};
  adapters::ssh::SshDialer dialer_{settings_of_box()};
  adapters::systemd::SystemdReader units_{dialer_, machine()};
  adapters::systemd::SystemdControl control_{dialer_, machine()};
  adapters::host::ShellHostReader host_{dialer_, machine()};
};

}  // namespace

std::unique_ptr<ContractWorld> make_lab_world() {
  return std::make_unique<LabWorld>();
}

}  // namespace ff::tests
