#pragma once

#include <set>
#include <string>
#include <vector>

#include "app/scene.h"

namespace ff::app {

/// Who holds a machine's lock, in words.
struct Held {
  MachineName machine;
  RunId run;       ///< empty when its note does not tell
  std::string by;  ///< who runs what, since when, at which step
};

/// What the note beside a held lock tells, in words; the note itself where it is none of ff's.
[[nodiscard]] Held held_by(const MachineName& machine, const std::string& note);

/// The machines that are locked, in the cluster's order, as far as they answer. All are asked at once; the
/// absent ones are not.
[[nodiscard]] std::vector<Held> locks_held(const Scene& scene, const std::set<MachineName>& absent,
                                           const std::stop_token& stop);

/// Waits until no machine is locked, and tells as progress who is waited for. The limit's deadline ends it
/// too, as success: whoever then tries to lock is told who holds it. `cancelled` by a stop.
[[nodiscard]] Status await_turn(const Scene& scene, const std::set<MachineName>& absent, const Limit& limit);

}  // namespace ff::app
