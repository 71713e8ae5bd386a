#pragma once

#include <string>

#include "base/ids.h"
#include "base/time.h"

namespace ff::domain {

/// One thing that goes wrong while a plan is carried out, at the beginning of one of its steps.
struct Mishap {
  enum class Kind {
    cut,            ///< no packet to or from the machine, for a while
    gone,           ///< the same, for ever
    reboot,         ///< the machine loses its power and boots again
    start,          ///< the unit's engine dies while it loads, at every start
    never_healthy,  ///< it loads for ever
    hang,           ///< it gives no token any more soon after it was healthy
    job_timeout,    ///< the service manager does not finish what it is asked next
    proxy,          ///< the proxy refuses every new configuration
    memory,         ///< what is stopped does not give its memory back
    disk,           ///< no write succeeds any more
    killed,         ///< ff is killed in the middle of the step
  };
  Kind kind = Kind::cut;
  MachineName machine;
  int stage = 0;          ///< 1-based, of the plan that was agreed to
  std::string step = {};  ///< kind of the step that is under way then, "launch"
  UnitName unit = {};     ///< that it befalls; empty where it befalls the machine

  bool operator==(const Mishap&) const = default;
};

/// How long a link is cut that comes back, and how long a machine is away that boots.
inline constexpr Milliseconds cut_for = std::chrono::seconds(20);
inline constexpr Milliseconds boots_in = std::chrono::seconds(60);

/// Short stable word, as `--fault` takes it: "never-healthy".
[[nodiscard]] const char* word(Mishap::Kind kind);
/// "start@box2:11": the whole name of one.
[[nodiscard]] std::string text(const Mishap& mishap);

}  // namespace ff::domain
