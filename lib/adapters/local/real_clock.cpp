#include "adapters/local/real_clock.h"

#include "base/waiting.h"

namespace ff::adapters::local {

MonoTime RealClock::now() {
  return boot_now();
}

WallTime RealClock::wall() {
  return std::chrono::floor<Milliseconds>(std::chrono::system_clock::now());
}

Status RealClock::sleep_until(Limit limit) {
  Waiting waiting(limit);
  for (;;) {
    auto woken = waiting.poll({}, "the end of a pause");
    if (!woken && woken.error().code == ErrorCode::timeout) return Done{};
    if (!woken) return fail(woken.error());
  }
}

}  // namespace ff::adapters::local
