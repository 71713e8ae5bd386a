#include "base/waiting.h"

#include <sys/eventfd.h>
#include <sys/timerfd.h>

#include <cassert>
#include <cerrno>
#include <cstdint>
#include <ctime>
#include <string>
#include <vector>

namespace ff {

MonoTime boot_now() {
  timespec time = {};
  clock_gettime(CLOCK_BOOTTIME, &time);
  return MonoTime(std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec));
}

void Waiting::Wake::operator()() const {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(fd, &one, sizeof one);
}

Waiting::Waiting(const Limit& limit)
    : stopped_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      timer_(timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK)),
      deadline_(limit.deadline),
      stop_(limit.stop) {
  // An absolute time in the past fires at once; zero would disarm.
  const auto nanoseconds = std::max<std::int64_t>(1, deadline_.time_since_epoch().count());
  itimerspec when = {};
  when.it_value.tv_sec = nanoseconds / 1'000'000'000;
  when.it_value.tv_nsec = nanoseconds % 1'000'000'000;
  timerfd_settime(timer_.get(), TFD_TIMER_ABSTIME, &when, nullptr);
  wake_.emplace(stop_, Wake{stopped_.get()});
}

Waiting::~Waiting() = default;

Status Waiting::poll(std::span<pollfd> descriptors, const char* awaited) {
  std::vector<pollfd> all(descriptors.begin(), descriptors.end());
  all.push_back({stopped_.get(), POLLIN, 0});
  all.push_back({timer_.get(), POLLIN, 0});
  const int ready = ::poll(all.data(), all.size(), -1);
  if (ready < 0 && errno != EINTR) return fail(ErrorCode::failed, std::string("poll for ") + awaited);
  bool seen = false;
  for (std::size_t i = 0; i < descriptors.size(); ++i) {
    descriptors[i].revents = ready < 0 ? short{0} : all[i].revents;
    seen = seen || descriptors[i].revents != 0;
  }
  if (seen || ready < 0) return Done{};
  if (stop_.stop_requested())
    return fail(ErrorCode::cancelled, std::string("stopped while waiting for ") + awaited);
  if (boot_now() >= deadline_) return fail(ErrorCode::timeout, std::string(awaited) + " not seen in time");
  return Done{};
}

Status Waiting::poll(int descriptor, short events, const char* awaited) {
  pollfd one = {descriptor, events, 0};
  return poll(std::span(&one, 1), awaited);
}

}  // namespace ff
