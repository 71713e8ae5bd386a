#pragma once

#include <functional>
#include <stop_token>

#include "app/scene.h"
#include "domain/outcome.h"
#include "domain/record.h"

namespace ff::app {

/// How following a run came to its end.
enum class Followed {
  ended,    ///< the run has ended; its record tells how
  died,     ///< it holds no lock any more, and its record has no end
  lost,     ///< the links to the machines are gone: follow on over new ones
  stopped,  ///< by the stop; the run goes on
};

/// A run that is followed, and how far it has been told.
struct Following {
  RunId run;
  std::size_t told = 0;  ///< records that were passed on
  domain::Run seen;      ///< as last read
};

/// Passes on what the run's record gets, from `following.told` on, until the run has ended. A run whose
/// record is not there yet is waited for, for 30 s. `not_found` when it never comes, and `bad_input` when it
/// is damaged.
[[nodiscard]] Result<Followed> follow_run(const Scene& scene, Following& following,
                                          const std::function<void(const domain::Record&)>& take,
                                          const std::stop_token& stop);

/// The outcome as far as a record that has its end tells it.
[[nodiscard]] domain::Outcome ending_of(const domain::Run& run);

}  // namespace ff::app
