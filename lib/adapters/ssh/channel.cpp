#include "adapters/ssh/channel.h"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>

#include "base/text.h"

namespace ff::adapters::ssh {
namespace {

constexpr std::size_t chunk = 32 * 1024;
constexpr std::size_t errors_max = 4096;
// How long the far side may take for what a caller wrote before it closed its descriptor.
constexpr auto linger = std::chrono::seconds(2);

/// How many of the bytes the socket took; nothing when it is closed for good.
std::optional<std::size_t> put(int socket, const char* data, std::size_t size) {
  const ssize_t n = ::send(socket, data, size, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (n >= 0) return static_cast<std::size_t>(n);
  if (errno == EAGAIN || errno == EINTR) return 0;
  return std::nullopt;
}

std::string described(const ports::Target& target) {
  if (const auto* local = std::get_if<ports::UnixSocket>(&target)) return local->path;
  if (const auto* tcp = std::get_if<ports::Tcp>(&target))
    return tcp->address + ":" + std::to_string(tcp->port);
  return "`" + printable(std::get<ports::Command>(target).line, 120) + "`";
}

}  // namespace

Channel::Channel(Session& session, Requests& requests, std::shared_ptr<Request> request, ports::Target target)
    : session_(session), requests_(requests), request_(std::move(request)), target_(std::move(target)) {
  int ends[2] = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) == 0) {
    near_.reset(ends[0]);
    caller_.reset(ends[1]);
  }
  channel_ = ssh_channel_new(session_.handle());
  ssh_callbacks_init(&callbacks_);
  callbacks_.userdata = this;
  callbacks_.channel_data_function = on_data;
  callbacks_.channel_eof_function = on_end;
  callbacks_.channel_close_function = on_close;
  callbacks_.channel_exit_status_function = on_exit;
  callbacks_.channel_exit_signal_function = on_signal;
  ssh_set_channel_callbacks(channel_, &callbacks_);
}

Channel::~Channel() {
  drop_near();
  ssh_remove_channel_callbacks(channel_, &callbacks_);
  ssh_channel_free(channel_);
}

bool Channel::is_command() const {
  return std::holds_alternative<ports::Command>(target_);
}

bool Channel::advance() {
  switch (phase_) {
    case Phase::opening:
    case Phase::starting:
      return advance_open();
    case Phase::open: {
      bool moved = deliver_held();
      moved = deliver_end() || moved;
      moved = send_input() || moved;
      moved = send_end() || moved;
      const bool both_ended = told_end_ && (far_closed_ || (!is_command() && input_ended_ && input_.empty()));
      const bool abandoned =
          caller_gone_ && ((input_ended_ && input_.empty()) || boot_now() >= linger_until_);
      if (both_ended || abandoned) {
        phase_ = Phase::closing;
        return true;
      }
      return moved;
    }
    case Phase::closing:
      return close();
    case Phase::done:
      break;
  }
  return false;
}

int Channel::open_call() {
  if (phase_ == Phase::starting) {
    return ssh_channel_request_exec(channel_, std::get<ports::Command>(target_).line.c_str());
  }
  if (is_command()) return ssh_channel_open_session(channel_);
  if (const auto* local = std::get_if<ports::UnixSocket>(&target_)) {
    return ssh_channel_open_forward_unix(channel_, local->path.c_str(), "localhost", 0);
  }
  const auto& tcp = std::get<ports::Tcp>(target_);
  return ssh_channel_open_forward(channel_, tcp.address.c_str(), tcp.port, "127.0.0.1", 0);
}

bool Channel::advance_open() {
  if (!near_) {
    refused();
    return true;
  }
  const int answer = open_call();
  // A session that died meanwhile has refused nothing: the link tells what happened.
  if (answer == SSH_AGAIN || !session_.alive()) return false;
  if (answer != SSH_OK) {
    refused();
    return true;
  }
  if (phase_ == Phase::opening && is_command()) {
    phase_ = Phase::starting;
    return true;
  }
  return opened();
}

bool Channel::opened() {
  phase_ = Phase::open;
  request_->answer(std::move(caller_));
  request_.reset();
  return true;
}

void Channel::refused() {
  Error error{ErrorCode::refused, "the machine did not open " + described(target_), {}, {}, {}};
  error.evidence.push_back(near_ ? session_.error() : std::string("no more descriptors here"));
  request_->answer(fail(std::move(error)));
  request_.reset();
  phase_ = Phase::done;
}

int Channel::on_data(ssh_session, ssh_channel, void* data, std::uint32_t size, int is_error, void* self) {
  auto& channel = *static_cast<Channel*>(self);
  const char* bytes = static_cast<const char*>(data);
  if (is_error == 0) return channel.take_data(bytes, size);
  channel.errors_.append(bytes, size);
  if (channel.errors_.size() > errors_max) channel.errors_.erase(0, channel.errors_.size() - errors_max);
  return static_cast<int>(size);
}

void Channel::on_end(ssh_session, ssh_channel, void* self) {
  static_cast<Channel*>(self)->far_ended_ = true;
}

void Channel::on_close(ssh_session, ssh_channel, void* self) {
  auto& channel = *static_cast<Channel*>(self);
  channel.far_ended_ = true;
  channel.far_closed_ = true;
}

void Channel::on_exit(ssh_session, ssh_channel, int status, void* self) {
  static_cast<Channel*>(self)->exited("exit " + std::to_string(status), status != 0);
}

void Channel::on_signal(ssh_session, ssh_channel, const char* name, int, const char*, const char*,
                        void* self) {
  static_cast<Channel*>(self)->exited(std::string("killed by SIG") + name, true);
}

void Channel::exited(std::string how, bool failed) {
  exited_ = true;
  if (failed) failure_ = std::move(how);
}

/// Not before the end of file: the exit status may overtake the rest of stderr.
void Channel::keep_last_words() {
  std::vector<std::string> words = {described(target_) + ": " + failure_};
  for (const std::string& line : lines(errors_)) words.push_back(printable(line));
  requests_.keep_last_words(std::move(words));
}

int Channel::take_data(const char* data, std::uint32_t size) {
  held_ = 0;
  if (caller_gone_) return static_cast<int>(size);
  const auto taken = spill_.empty() ? put(near_.get(), data, size) : std::size_t{0};
  if (!taken) {
    caller_left();
    return static_cast<int>(size);
  }
  held_ = size - static_cast<std::uint32_t>(*taken);
  return static_cast<int>(*taken);
}

bool Channel::deliver_held() {
  bool moved = false;
  while (held_ > 0 || !spill_.empty()) {
    if (spill_.empty()) {
      spill_.resize(std::min<std::size_t>(held_, chunk));
      const int n =
          ssh_channel_read_timeout(channel_, spill_.data(), static_cast<std::uint32_t>(spill_.size()), 0, 0);
      spill_.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
      if (n <= 0) held_ = 0;
      if (n <= 0) return moved;
      held_ -= static_cast<std::uint32_t>(n);
    }
    const auto taken = caller_gone_ ? spill_.size() : put(near_.get(), spill_.data(), spill_.size());
    if (!taken) caller_left();
    spill_.erase(0, taken.value_or(spill_.size()));
    if (!spill_.empty()) return moved;
    moved = true;
  }
  return moved;
}

bool Channel::deliver_end() {
  const bool complete = far_ended_ && held_ == 0 && spill_.empty();
  if (told_end_ || !complete || (is_command() && !exited_ && !far_closed_)) return false;
  told_end_ = true;
  if (!failure_.empty()) keep_last_words();
  ::shutdown(near_.get(), SHUT_WR);
  return true;
}

bool Channel::send_input() {
  if (input_.empty() && !input_ended_) {
    const std::size_t window = std::min<std::size_t>(chunk, ssh_channel_window_size(channel_));
    if (window == 0 || session_.congested() || far_closed_) return false;
    std::array<char, chunk> buffer;
    const ssize_t n = ::recv(near_.get(), buffer.data(), window, MSG_DONTWAIT);
    if (n > 0) input_.assign(buffer.data(), static_cast<std::size_t>(n));
    const bool broken = n < 0 && errno != EAGAIN && errno != EINTR;
    if (n == 0 || broken) input_ended_ = true;
    if (broken) caller_left();
    if (n < 0 && !broken) return false;
  }
  if (input_.empty()) return false;
  if (far_closed_) {
    input_.clear();
    return true;
  }
  const int sent = ssh_channel_write(channel_, input_.data(), static_cast<std::uint32_t>(input_.size()));
  if (sent > 0) input_.erase(0, static_cast<std::size_t>(sent));
  return sent > 0;
}

bool Channel::send_end() {
  if (!input_ended_ || !input_.empty() || end_sent_ || far_closed_) return false;
  end_sent_ = true;
  ssh_channel_send_eof(channel_);
  return true;
}

void Channel::caller_left() {
  caller_gone_ = true;
  if (linger_until_ == MonoTime::max()) linger_until_ = boot_now() + linger;
}

MonoTime Channel::due() const {
  return phase_ == Phase::open ? linger_until_ : MonoTime::max();
}

/// Unread bytes would turn the caller's end of file into a reset connection.
void Channel::drop_near() {
  std::array<char, 4096> buffer;
  while (near_ && ::recv(near_.get(), buffer.data(), buffer.size(), MSG_DONTWAIT) > 0) {
  }
  near_.reset();
}

bool Channel::close() {
  drop_near();
  if (ssh_channel_close(channel_) == SSH_AGAIN) return false;
  phase_ = Phase::done;
  return true;
}

pollfd Channel::wanted() const {
  if (phase_ != Phase::open) return {-1, 0, 0};
  const bool reads = input_.empty() && !input_ended_ && !far_closed_ && !session_.congested() &&
                     ssh_channel_window_size(channel_) > 0;
  const bool writes = !caller_gone_ && (held_ > 0 || !spill_.empty());
  // A hang-up is reported even when nothing is asked for, for ever: once it is known, poll must not see it.
  if (caller_gone_ && !reads) return {-1, 0, 0};
  return {near_.get(), static_cast<short>((reads ? POLLIN : 0) | (writes ? POLLOUT : 0)), 0};
}

void Channel::seen(short events) {
  if ((events & (POLLHUP | POLLERR)) != 0) caller_left();
}

void Channel::link_lost(const Error& error) {
  if (request_) request_->answer(fail(error));
  request_.reset();
  phase_ = Phase::done;
}

}  // namespace ff::adapters::ssh
