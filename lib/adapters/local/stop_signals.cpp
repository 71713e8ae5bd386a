#include "adapters/local/stop_signals.h"

#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>

#include <array>

namespace ff::adapters::local {

StopSignals::StopSignals() : ended_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  sigset_t set;
  sigemptyset(&set);
  for (const int each : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&set, each);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  signal(SIGPIPE, SIG_IGN);
  signals_.reset(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
  thread_ = std::thread([this] { watch(); });
}

StopSignals::~StopSignals() {
  eventfd_write(ended_.get(), 1);
  thread_.join();
}

void StopSignals::watch() {
  for (;;) {
    std::array<pollfd, 2> both = {pollfd{signals_.get(), POLLIN, 0}, pollfd{ended_.get(), POLLIN, 0}};
    ::poll(both.data(), both.size(), -1);
    if (both[1].revents != 0) return;
    signalfd_siginfo info = {};
    if (::read(signals_.get(), &info, sizeof info) != sizeof info) continue;
    if (info.ssi_signo == SIGHUP) continue;
    int none = 0;
    received_.compare_exchange_strong(none, static_cast<int>(info.ssi_signo));
    source_.request_stop();
  }
}

}  // namespace ff::adapters::local
