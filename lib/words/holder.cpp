#include "words/holder.h"

#include <fmt/format.h>

namespace ff::words {

std::string holder(const std::string& operator_name, const std::string& verb, WallTime since,
                   const std::string& step) {
  return fmt::format("{} runs `{}` since {}{}", operator_name, verb, clock_time(since),
                     step.empty() ? "" : ", now: " + step);
}

}  // namespace ff::words
