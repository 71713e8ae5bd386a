#include "adapters/ssh/link.h"

#include <poll.h>

#include <algorithm>
#include <utility>

#include "base/waiting.h"

namespace ff::adapters::ssh {
namespace {

// For what TCP does not notice: a dead network behind a proxy's command, a stopped sshd.
constexpr int questions_max = 3;

/// What is asked so soon after a failure gets the same answer: a machine that is gone is not dialled for each
/// of the questions that were on their way to it.
constexpr Milliseconds dial_again_after = std::chrono::seconds(2);

Error earlier_session() {
  return {ErrorCode::link_lost, "the SSH session that held its lock has died", {}, {}, {}};
}

int milliseconds_until(MonoTime time) {
  const auto left = std::chrono::ceil<Milliseconds>(time - boot_now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 60'000));
}

}  // namespace

Link::Link(const Settings& settings, Requests& requests, std::stop_token stop)
    : settings_(settings), requests_(requests), stop_(std::move(stop)) {}

Link::~Link() {
  close();
}

void Link::close() {
  channels_.clear();
  if (event_ != nullptr) ssh_event_remove_session(event_, session_->handle());
  session_.reset();
  if (event_ != nullptr) ssh_event_free(std::exchange(event_, nullptr));
}

void Link::run() {
  while (!stop_.stop_requested()) {
    const Error fault = live();
    if (stop_.stop_requested()) return;
    const bool hopeless = fault.code == ErrorCode::not_trusted || fault.code == ErrorCode::not_permitted;
    refuse(fault, hopeless ? MonoTime::max() : boot_now() + dial_again_after);
  }
}

Error Link::live() {
  auto session = Session::open(settings_, {boot_now() + settings_.connect_timeout, stop_},
                               [this](std::string phase) { requests_.set_phase(std::move(phase)); });
  if (!session) {
    requests_.set_phase({});
    return at(std::move(session).error(), settings_.machine);
  }
  session_ = std::move(*session);
  ++number_;
  event_ = ssh_event_new();
  ssh_event_add_session(event_, session_->handle());
  heard_ = 0;
  ask_at_ = {};
  questions_ = 0;
  serve();
  const std::string why = session_->alive()
                              ? "no sign of life for " + human(settings_.silence * (questions_max + 1))
                              : session_->error();
  const Error lost = at({ErrorCode::link_lost, "the SSH link died: " + why, {}, {}, {}}, settings_.machine);
  if (stop_.stop_requested()) return lost;
  for (auto& channel : channels_) channel->link_lost(lost);
  channels_.clear();  // first, because the session frees its channels with itself
  session_->abort();
  close();
  return lost;
}

void Link::serve() {
  while (!stop_.stop_requested()) {
    const std::uint64_t before = session_->received();
    const bool moved = round();
    if (!session_->alive() || !lives()) return;
    // Any call into libssh may have read packets, after which poll() would not tell of them.
    if (!moved && session_->received() == before) wait();
  }
}

bool Link::round() {
  ssh_event_dopoll(event_, 0);
  take_requests();
  bool moved = false;
  for (auto& channel : channels_) moved = channel->advance() || moved;
  std::erase_if(channels_, [](const auto& channel) { return channel->done(); });
  return moved;
}

void Link::take_requests() {
  for (auto& request : requests_.take()) {
    if (request->session().value_or(number_) != number_) {
      request->answer(fail(at(earlier_session(), settings_.machine)));
      continue;
    }
    request->served_by(number_);
    if (const auto target = request->target()) {
      channels_.push_back(std::make_unique<Channel>(*session_, requests_, std::move(request), *target));
    } else {
      request->answer(UniqueFd());
    }
  }
}

void Link::wait() {
  std::vector<pollfd> all = {{session_->descriptor(), session_->events(), 0},
                             {requests_.arrived(), POLLIN, 0}};
  for (const auto& channel : channels_) all.push_back(channel->wanted());
  MonoTime until = ask_at_;
  for (const auto& channel : channels_) until = std::min(until, channel->due());
  ::poll(all.data(), all.size(), milliseconds_until(until));
  session_->acknowledge_at_once();
  for (std::size_t i = 0; i < channels_.size(); ++i) channels_[i]->seen(all[i + 2].revents);
}

bool Link::lives() {
  if (session_->received() != heard_) {
    heard_ = session_->received();
    ask_at_ = boot_now() + settings_.silence;
    questions_ = 0;
  } else if (boot_now() >= ask_at_) {
    if (questions_ == questions_max) return false;
    session_->ask_for_life();
    ++questions_;
    ask_at_ = boot_now() + settings_.silence;
  }
  return true;
}

void Link::answer_all(const Error& error) {
  for (auto& request : requests_.take()) request->answer(fail(error));
}

void Link::refuse(const Error& error, MonoTime until) {
  while (!stop_.stop_requested()) {
    const bool over = boot_now() >= until;
    if (!over) answer_all(error);
    pollfd one = {requests_.arrived(), POLLIN, 0};
    const int ready = ::poll(&one, 1, over ? -1 : milliseconds_until(until));
    // What comes now is worth another dial; it waits in the queue for it.
    if (over && ready > 0) return;
  }
}

}  // namespace ff::adapters::ssh
