#include "words/until.h"

#include <fmt/format.h>

namespace ff::words {

std::string until(const std::optional<WallTime>& time, WallTime now) {
  if (!time) return {};
  const auto left = std::chrono::duration_cast<Milliseconds>(*time - now);
  return left.count() >= 0 ? fmt::format(", until {}, in {}", clock_time(*time), human(left))
                           : fmt::format(", was to be over at {}, {} ago", clock_time(*time), human(-left));
}

}  // namespace ff::words
