#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/scene.h"
#include "domain/record.h"
#include "domain/trouble.h"

namespace ff::app {

/// Why a run failed, as far as records and journals tell.
struct Why {
  domain::Run run;
  std::optional<domain::Record> failed;     ///< its first step that failed by itself; nothing when none did
  std::optional<domain::Record> last;       ///< what it was about to do, of a run that never ended
  std::optional<domain::FirstError> first;  ///< over all ranks that the failed step was about
  std::vector<std::string> unread;          ///< journals that could not be read, and why
};

/// Of that run, or without one of the latest that did not reach its target. `not_found` when there is none,
/// and what keeps its record from being read.
[[nodiscard]] Result<Why> why(const Scene& scene, const std::optional<RunId>& run,
                              const std::stop_token& stop);

}  // namespace ff::app
