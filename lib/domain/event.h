#pragma once

#include <optional>
#include <string>

#include "base/error.h"
#include "base/ids.h"
#include "base/time.h"

namespace ff::domain {

/// One thing worth telling while a run goes on.
struct Event {
  enum class Kind {
    run_started,
    step_started,
    progress,  ///< may be dropped when the reader is slow; the others never
    step_done,
    step_failed,
    outage_began,
    outage_over,
    replanned,  ///< a failure changed what the run goes for
    run_ended,
  };
  Kind kind = Kind::progress;
  WallTime at = {};
  RunId run = {};
  int stage = 0;          ///< 1-based; 0 when it belongs to none
  int stages = 0;         ///< how many the plan has
  std::string step = {};  ///< its kind, "launch"
  Place where = {};
  std::string text = {};  ///< one line for people
  std::optional<Milliseconds> elapsed = {};
  std::optional<Milliseconds> deadline = {};  ///< of the wait under way, from its start
  std::optional<Milliseconds> expected =
      {};  ///< how long the wait takes by experience; missing when nothing tells
};

[[nodiscard]] const char* word(Event::Kind kind);

}  // namespace ff::domain
