#include "standin/stop_signal.h"

#include <pthread.h>
#include <signal.h>

#include "standin/log.h"

namespace ff::standin {
namespace {

sigset_t stop_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGINT);
  return set;
}

}  // namespace

StopSignal::StopSignal(SettingsFile& settings) : settings_(settings) {
  const sigset_t set = stop_signals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  signal(SIGPIPE, SIG_IGN);
  thread_ = std::thread([this] { listen(); });
}

StopSignal::~StopSignal() {
  ended_ = true;
  pthread_kill(thread_.native_handle(), SIGTERM);
  thread_.join();
}

void StopSignal::listen() {
  const sigset_t set = stop_signals();
  while (true) {
    int received = 0;
    sigwait(&set, &received);
    if (ended_) return;
    if (settings_.now().fault == Fault::refuse_stop) {
      log_error(LogFrom::api_server, "launcher.py:110", "Received signal, still waiting for the engine core");
      continue;
    }
    const std::lock_guard lock(mutex_);
    ++count_;
    changed_.notify_all();
  }
}

bool StopSignal::wait_for(std::chrono::milliseconds wait_max) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, wait_max, [this] { return requested(); });
}

}  // namespace ff::standin
