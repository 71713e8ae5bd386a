#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "app/switch.h"
#include "ports/takeover.h"

namespace ff::app {

/// A run that is under way, as its locks tell it.
struct Holding {
  RunId run;
  std::string words;                  ///< who runs what, since when, at which step
  std::vector<MachineName> machines;  ///< whose locks it holds, in the cluster's order
};

/// How a takeover ended.
struct TakenOver {
  enum class How {
    not_held,  ///< the run holds no lock (any more); nothing was done
    declined,  ///< by the operator, before anything was asked
    stopped,   ///< it was asked, and ended by itself
    fenced,    ///< its sessions were killed
  };
  How how = How::not_held;
  std::vector<MachineName> fenced;  ///< where, in the cluster's order
  bool unfinished = false;          ///< its intent is still that of a run on its way
};

struct TakeoverRequest {
  RunId holder;                                  ///< the run whose locks are wanted
  Milliseconds grace = std::chrono::minutes(2);  ///< for it to end by itself
  SwitchRequest own;  ///< whose takeover it is, and why; its run is the takeover's own. No target
};

/// Asks the run to stop at its next step, waits, fences what then still holds a lock, takes all locks once
/// and lets them go, so that it is sure that they can be had, and notes it in a record of its own. `confirm`
/// is shown the run before it is asked. `locked` when another run holds a lock, `cancelled` by a stop.
[[nodiscard]] Result<TakenOver> take_over(const Scene& scene, ports::Takeover& takeover, ports::Gate& gate,
                                          const TakeoverRequest& request,
                                          const std::function<bool(const Holding&)>& confirm,
                                          const std::stop_token& stop);

/// What a takeover's record is for, in place of a profile.
inline constexpr const char* taken_over_name = "taken-over";

}  // namespace ff::app
