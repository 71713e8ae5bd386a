#include <fmt/format.h>
#include <systemd/sd-bus.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "adapters/systemd/bus.h"
#include "base/text.h"

namespace ff::adapters::systemd {
namespace {

constexpr const char* bus_socket = "/run/dbus/system_bus_socket";
/// A login shell may print before it runs a command, which would spoil the D-Bus stream. The bridge itself is
/// silent until it is spoken to, so that everything up to this line is the shell's.
constexpr std::string_view bridge_mark = "ff-bridge-begins\n";
constexpr const char* bridge_command = "echo ff-bridge-begins; exec systemd-stdio-bridge";
constexpr std::size_t shell_noise_max = 64 * 1024;

/// Whether another way to the bus may work where one ended like this.
bool other_way_may_work(ErrorCode code) {
  return code == ErrorCode::refused || code == ErrorCode::not_found || code == ErrorCode::not_permitted ||
         code == ErrorCode::failed;
}

Status skip_shell_noise(int socket, const Limit& limit) {
  Waiting waiting(limit);
  std::string seen;
  while (!seen.ends_with(bridge_mark)) {
    char byte = 0;
    const ssize_t got = ::read(socket, &byte, 1);
    if (got == 1) seen += byte;
    if (got == 0 || seen.size() > shell_noise_max)
      return fail({ErrorCode::failed, "systemd-stdio-bridge could not be started", {}, lines(seen), {}});
    if (got < 0 && errno != EAGAIN && errno != EINTR)
      return fail(ErrorCode::link_lost, fmt::format("read from the bridge: {}", std::strerror(errno)));
    if (got < 0) {
      FF_TRY(waited, waiting.poll(socket, POLLIN, "the start of systemd-stdio-bridge"));
    }
  }
  return Done{};
}

}  // namespace

void Bus::BusClose::operator()(sd_bus* bus) const {
  sd_bus_close(bus);
  sd_bus_unref(bus);
}

Bus::Bus(ports::Dialer& dialer, MachineName machine) : dialer_(dialer), machine_(std::move(machine)) {}
Bus::~Bus() = default;

Status Bus::open(const Limit& limit) {
  if (!bus_ || !still_open()) {
    FF_TRY(connected, connect(limit));
  }
  return rules_.empty() || subscribed_ ? Status(Done{}) : apply_rules(limit);
}

Status Bus::connect(const Limit& limit) {
  bus_.reset();
  signals_.clear();
  subscribed_ = false;
  auto socket = dial(limit);
  if (!socket) return fail(at(socket.error(), machine_));
  FF_TRY(attached, attach(*std::move(socket)));
  const Status ready = shake_hands(limit);
  if (!ready) bus_.reset();
  return ready;
}

/// Handles what came in since the last call, so that an end of the connection is seen before it is used.
bool Bus::still_open() {
  int processed = 0;
  while ((processed = sd_bus_process(bus_.get(), nullptr)) > 0) {
    if (sd_bus_is_open(bus_.get()) <= 0) return false;
  }
  return processed == 0 && sd_bus_is_open(bus_.get()) > 0;
}

Result<UniqueFd> Bus::dial(const Limit& limit) {
  auto direct = dialer_.open(ports::UnixSocket{bus_socket}, limit);
  if (direct || !other_way_may_work(direct.error().code)) return direct;
  auto bridge = dial_bridge(limit);
  if (bridge || !other_way_may_work(bridge.error().code)) return bridge;
  Error error = bridge.error();
  error.what = fmt::format("its system bus cannot be reached: {}: {}; {}", bus_socket, direct.error().what,
                           bridge.error().what);
  return fail(std::move(error));
}

Result<UniqueFd> Bus::dial_bridge(const Limit& limit) {
  FF_TRY(socket, dialer_.open(ports::Command{bridge_command}, limit));
  if (const Status begun = skip_shell_noise(socket.get(), limit); !begun) {
    Error error = begun.error();
    for (std::string& line : dialer_.last_words()) error.evidence.push_back(std::move(line));
    return fail(std::move(error));
  }
  return socket;
}

Status Bus::attach(UniqueFd socket) {
  sd_bus* made = nullptr;
  int status = sd_bus_new(&made);
  bus_.reset(made);
  if (status >= 0) status = sd_bus_set_bus_client(made, 1);
  if (status >= 0) status = sd_bus_negotiate_fds(made, 0);
  if (status >= 0) status = sd_bus_set_fd(made, socket.get(), socket.get());
  if (status >= 0) (void)socket.release();
  if (status >= 0) status = sd_bus_start(made);
  if (status < 0) return fail(lost(fmt::format("handshake: {}", std::strerror(-status))));
  return Done{};
}

Status Bus::shake_hands(const Limit& limit) {
  Waiting waiting(limit);
  for (;;) {
    const int ready = sd_bus_is_ready(bus_.get());
    if (ready > 0) return Done{};
    if (ready < 0) return fail(lost(fmt::format("handshake: {}", std::strerror(-ready))));
    if (Status stepped = step(waiting); !stepped)
      return fail(in_context(stepped.error(), "handshake with its system bus"));
  }
}

}  // namespace ff::adapters::systemd
