#include "load/driver.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/signalfd.h>

#include <algorithm>
#include <random>

namespace ff::load {
namespace {

constexpr std::size_t under_way_max = 256;
constexpr double wait_max_ms = 100;

UniqueFd stop_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigprocmask(SIG_BLOCK, &set, nullptr);
  return UniqueFd(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
}

}  // namespace

Driver::Driver(const Options& options, Sink sink)
    : options_(options),
      sink_(std::move(sink)),
      signals_(stop_signals()),
      run_id_(fmt::format("{:08x}", std::random_device{}())) {}

Driver::~Driver() {
  for (const auto& transfer : transfers_) curl_multi_remove_handle(multi_, transfer->handle());
  transfers_.clear();
  curl_multi_cleanup(multi_);
}

Course Driver::run() {
  course_.began = now();
  while (!course_.interrupted && (sending() || !transfers_.empty())) {
    send_due();
    int running = 0;
    curl_multi_perform(multi_, &running);
    collect_done();
    give_up_hung();
    wait();
  }
  give_up_all(Ending::unfinished);
  course_.ended = now();
  return course_;
}

double Driver::due_mono_ms(long number) const {
  return course_.began.mono_ms + static_cast<double>(number) * 1000.0 / options_.rate;
}

bool Driver::sending() const {
  return sent_ < options_.count_max && due_mono_ms(sent_) < course_.began.mono_ms + options_.for_s * 1000.0;
}

void Driver::send_due() {
  while (sending() && due_mono_ms(sent_) <= now().mono_ms) {
    const Kind kind = options_.kinds[static_cast<std::size_t>(sent_) % options_.kinds.size()];
    ++sent_;
    if (transfers_.size() < under_way_max) {
      send(kind);
    } else {
      ++course_.not_sent;
    }
  }
}

void Driver::send(Kind kind) {
  transfers_.push_back(std::make_unique<Transfer>(options_, kind, fmt::format("load-{}-{}", run_id_, sent_)));
  curl_multi_add_handle(multi_, transfers_.back()->handle());
}

void Driver::drop(std::size_t index, const Sample& sample) {
  curl_multi_remove_handle(multi_, transfers_[index]->handle());
  transfers_.erase(transfers_.begin() + static_cast<std::ptrdiff_t>(index));
  sink_(sample);
}

void Driver::collect_done() {
  int left = 0;
  while (const CURLMsg* message = curl_multi_info_read(multi_, &left)) {
    const auto found = std::ranges::find(transfers_, message->easy_handle, &Transfer::handle);
    const CURLcode code = message->data.result;
    if (message->msg == CURLMSG_DONE && found != transfers_.end())
      drop(static_cast<std::size_t>(found - transfers_.begin()), (*found)->finish(code));
  }
}

void Driver::give_up_hung() {
  const double oldest = now().mono_ms - options_.limit_s * 1000.0;
  for (std::size_t i = transfers_.size(); i-- > 0;) {
    if (transfers_[i]->last_sign_mono_ms() < oldest) drop(i, transfers_[i]->give_up(Ending::hung));
  }
}

void Driver::give_up_all(Ending ending) {
  while (!transfers_.empty()) drop(transfers_.size() - 1, transfers_.back()->give_up(ending));
}

void Driver::wait() {
  double wait_ms = wait_max_ms;
  if (sending()) wait_ms = std::clamp(due_mono_ms(sent_) - now().mono_ms, 0.0, wait_max_ms);
  curl_waitfd signals{signals_.get(), CURL_WAIT_POLLIN, 0};
  // Rounded down: a request that is due is not to go out late.
  curl_multi_poll(multi_, &signals, 1, static_cast<int>(wait_ms), nullptr);
  if (signals.revents != 0) course_.interrupted = true;
}

}  // namespace ff::load
