#include "adapters/lease/pump.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <vector>

#include "base/waiting.h"

namespace ff::adapters::lease {
namespace {

int milliseconds_until(MonoTime deadline, MonoTime now) {
  const auto left = std::chrono::ceil<Milliseconds>(deadline - now).count();
  return static_cast<int>(std::clamp<long long>(left, 0, 60'000));
}

}  // namespace

Pump::Pump(ports::Clock& clock, Milliseconds beat_every, Milliseconds silence_max, RunId holder_run)
    : clock_(clock),
      beat_every_(beat_every),
      silence_max_(silence_max),
      run_(std::move(holder_run)),
      wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  thread_ = std::thread([this] { run(); });
}

Pump::~Pump() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake();
  thread_.join();
  for (Held& held : held_) held.link.end();
}

void Pump::wake() const {
  eventfd_write(wake_.get(), 1);
}

Pump::Link Pump::add(MachineName machine, std::string token, UniqueFd stream) {
  const std::lock_guard lock(mutex_);
  held_.push_back({HolderLink(std::move(machine), std::move(token)), std::move(stream)});
  wake();
  return held_.size() - 1;
}

std::shared_ptr<Ticket> Pump::ask(Link link, const std::string& verb, const std::string& rest,
                                  std::string_view content) {
  const std::lock_guard lock(mutex_);
  auto ticket = held_[link].link.ask(verb, rest, content);
  wake();
  return ticket;
}

void Pump::tell(Link link, const std::string& line) {
  const std::lock_guard lock(mutex_);
  held_[link].link.tell(line);
  wake();
}

Result<Ready> Pump::standing(Link link, const Limit& limit) {
  std::shared_ptr<Ticket> ticket;
  {
    const std::lock_guard lock(mutex_);
    ticket = held_[link].link.standing();
  }
  FF_TRY(stands, await(*ticket, limit));
  const std::lock_guard lock(mutex_);
  return held_[link].link.ready().value_or(Ready{});
}

Result<Reply> Pump::await(const Ticket& ticket, const Limit& limit) {
  Waiting waiting(limit);
  for (;;) {
    {
      const std::lock_guard lock(mutex_);
      if (ticket.reply) return *ticket.reply;
    }
    FF_TRY(woken, waiting.poll(ticket.answered.get(), POLLIN, "an answer of the lock's holder"));
  }
}

Status Pump::fresh(Link link, Milliseconds age_max) {
  const std::lock_guard lock(mutex_);
  const HolderLink& held = held_[link].link;
  const Place where{held.machine(), {}};
  if (!held.alive()) return fail(ErrorCode::lease_lost, "the process that holds the lock is gone", where);
  const auto age = std::chrono::floor<Milliseconds>(clock_.now() - held.acknowledged());
  if (age <= age_max) return Done{};
  return fail(ErrorCode::lease_lost, fmt::format("no heartbeat was acknowledged for {}", human(age)), where);
}

std::string Pump::chatter(Link link) {
  const std::lock_guard lock(mutex_);
  return held_[link].link.chatter();
}

bool Pump::alive(Link link) {
  const std::lock_guard lock(mutex_);
  return held_[link].link.alive();
}

std::optional<codec::StopNote> Pump::request() {
  const std::lock_guard lock(mutex_);
  for (const Held& held : held_) {
    if (held.link.request().empty()) continue;
    auto note = codec::stop_from(held.link.request());
    // One that was meant for the run before, and came too late, is none.
    if (note && note->run == run_) return *std::move(note);
  }
  return std::nullopt;
}

void Pump::beat(Held& held, MonoTime now) const {
  if (!held.link.ready() || !held.link.alive()) return;
  const MonoTime heard = std::max(held.link.acknowledged(), held.link.stood_at());
  if (now - heard > silence_max_) {
    held.link.end(Error{ErrorCode::link_lost,
                        "no heartbeat was acknowledged for " + human(silence_max_),
                        {held.link.machine(), {}},
                        {},
                        {}});
    held.stream.reset();
  } else {
    held.link.beat(now);
  }
}

/// Sends the heartbeats that are due; the time until the next ones.
int Pump::beat_and_wait_ms() {
  const MonoTime now = clock_.now();
  if (now >= next_beat_) {
    for (Held& held : held_) beat(held, now);
    next_beat_ = now + beat_every_;
  }
  return milliseconds_until(next_beat_, now);
}

void Pump::run() {
  for (;;) {
    std::vector<pollfd> fds = {{wake_.get(), POLLIN, 0}};
    int wait_ms = 0;
    {
      const std::lock_guard lock(mutex_);
      if (stopping_) return;
      wait_ms = beat_and_wait_ms();
      for (const Held& held : held_) {
        const int events = held.link.to_send().empty() ? POLLIN : POLLIN | POLLOUT;
        fds.push_back({held.stream.get(), static_cast<short>(events), 0});
      }
    }
    ::poll(fds.data(), fds.size(), wait_ms);
    move_bytes(fds);
    // Without the mutex: who is stopped by it may ask for the request at once.
    if (!requested_.stop_requested() && request()) requested_.request_stop();
  }
}

void Pump::move_bytes(const std::vector<pollfd>& fds) {
  const std::lock_guard lock(mutex_);
  eventfd_t count = 0;
  eventfd_read(wake_.get(), &count);
  for (std::size_t i = 1; i < fds.size(); ++i) {
    if ((fds[i].revents & POLLOUT) != 0) send(held_[i - 1]);
    if ((fds[i].revents & ~POLLOUT) != 0) receive(held_[i - 1]);
  }
}

void Pump::receive(Held& held) {
  std::array<char, 16 * 1024> bytes;
  const bool stood = held.link.ready().has_value();
  const ssize_t count = ::recv(held.stream.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count > 0) {
    held.link.feed({bytes.data(), static_cast<std::size_t>(count)});
    // The first heartbeat is due at once: nothing may be done before it is acknowledged.
    if (!stood && held.link.ready()) held.link.stands(clock_.now());
  } else {
    held.link.end();
  }
  if (!held.link.alive()) held.stream.reset();
}

void Pump::send(Held& held) {
  const std::string_view message = held.link.to_send();
  if (message.empty()) return;
  const ssize_t count =
      ::send(held.stream.get(), message.data(), message.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  if (count > 0) return held.link.sent(static_cast<std::size_t>(count));
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  // Answers that came before it broke are still to be read.
  std::array<char, 16 * 1024> bytes;
  ssize_t left = 0;
  while ((left = ::recv(held.stream.get(), bytes.data(), bytes.size(), MSG_DONTWAIT)) > 0) {
    held.link.feed({bytes.data(), static_cast<std::size_t>(left)});
  }
  held.link.end();
  held.stream.reset();
}

}  // namespace ff::adapters::lease
