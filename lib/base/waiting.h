#pragma once

#include <poll.h>

#include <optional>
#include <span>
#include <stop_token>

#include "base/result.h"
#include "base/time.h"
#include "base/unique_fd.h"

namespace ff {

/// CLOCK_BOOTTIME now. For adapters to the real world only: everything else asks ports::Clock.
[[nodiscard]] MonoTime boot_now();

/// Waits for descriptors under a Limit. For adapters to the real world only; used by one thread, and costs
/// two descriptors while it lives.
class Waiting {
 public:
  explicit Waiting(const Limit& limit);
  ~Waiting();
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

  /// Returns once a descriptor is ready, its `revents` filled in (all may be empty: ask again). Fails with
  /// `timeout` or `cancelled` once the limit has ended and nothing is ready; "`awaited` not seen in time".
  Status poll(std::span<pollfd> descriptors, const char* awaited);
  /// The same for one descriptor and one event.
  Status poll(int descriptor, short events, const char* awaited);

 private:
  struct Wake {
    int fd;
    void operator()() const;
  };
  UniqueFd stopped_;
  UniqueFd timer_;
  MonoTime deadline_;
  std::stop_token stop_;
  std::optional<std::stop_callback<Wake>> wake_;
};

}  // namespace ff
