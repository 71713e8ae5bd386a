#include "domain/event.h"

#include <array>

namespace ff::domain {

const char* word(Event::Kind kind) {
  constexpr std::array words = {"run_started",  "step_started", "progress",  "step_done", "step_failed",
                                "outage_began", "outage_over",  "replanned", "run_ended"};
  return words[static_cast<std::size_t>(kind)];
}

}  // namespace ff::domain
