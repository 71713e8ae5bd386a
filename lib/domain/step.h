#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/bytes.h"
#include "base/error.h"
#include "base/ids.h"
#include "base/time.h"
#include "domain/profile.h"
#include "domain/route.h"
#include "domain/snapshot.h"

namespace ff::domain {

/// Watchdogs disabled and stopped, so that nothing starts what is about to be retired.
struct Silence {
  MachineName machine;
  std::vector<UnitName> units;
};

/// The proxy told what to do, and seen doing it.
struct SetRoute {
  MachineName machine;  ///< the route host
  Route route;
  std::vector<InstanceName> instances;  ///< whose endpoints the route holds, for people
};

/// Requests under way on an instance given time to end. Never fails a run: what is left is told.
struct Drain {
  MachineName machine;  ///< the leader's box
  Instance instance;
  Milliseconds timeout{0};
};

/// Units disabled and stopped, and seen gone: process, port and memory.
struct Retire {
  MachineName machine;
  std::vector<UnitName> units;
  std::vector<std::uint16_t> ports;  ///< that must have no listener afterwards
  Bytes memory_available_min;        ///< wait until so much is free; 0 for no wait
  Milliseconds memory_deadline{0};   ///< how long memory may take to come back
};

/// Links to /dev/null that keep retired units from being started by anything, over reboots too.
struct Mask {
  MachineName machine;
  std::vector<UnitName> units;
};

/// Those links removed from units that are to come, and their files read again.
struct Unmask {
  MachineName machine;
  std::vector<UnitName> units;
};

/// A unit's environment file written.
struct Configure {
  MachineName machine;
  UnitName unit;
  std::string path;
  std::string content;
};

/// A unit started; it need not be healthy yet.
struct Launch {
  MachineName machine;
  UnitName unit;
  ProfileName profile;
  InstanceName instance;
  bool leader = true;
};

/// The health ladder climbed to a token.
struct AwaitHealthy {
  MachineName machine;  ///< the leader's box
  Instance instance;
  Milliseconds deadline{0};
  Milliseconds token_deadline{0};
  std::optional<Milliseconds> expected = {};  ///< from the start to the token, as recorded or declared
};

/// Units enabled, so that a reboot brings them back. Only after they were healthy.
struct Enable {
  MachineName machine;
  std::vector<UnitName> units;
};

/// The new profile's watchdogs enabled and started.
struct Arm {
  MachineName machine;
  std::vector<UnitName> units;
};

/// A pause, then a second look at everything: what a foreign hand undid is found here.
struct Settle {
  MachineName machine;  ///< the route host
  Milliseconds pause{0};
  std::vector<Instance> serving;                          ///< must still be active
  std::vector<std::pair<MachineName, UnitName>> retired;  ///< must still be at rest
};

using Action = std::variant<Silence, SetRoute, Drain, Retire, Mask, Unmask, Configure, Launch, AwaitHealthy,
                            Enable, Arm, Settle>;

/// One action on one machine with the reason for it, in words for people.
struct Step {
  Action action;
  std::string reason;
};

/// The machine on whose lane the step runs.
[[nodiscard]] const MachineName& machine_of(const Step& step);
/// Short name of its kind: "silence", "route", "retire", ...
[[nodiscard]] const char* kind_of(const Step& step);
/// Units that the step is about, on its own machine.
[[nodiscard]] std::vector<UnitName> units_of(const Step& step);
/// Units whose failure or change ends the step's wait, on any machine.
[[nodiscard]] std::vector<std::pair<MachineName, UnitName>> watched_by(const Step& step);

/// Whether what the step is for is so, in this view. Pure; planner, engine and tests ask the same.
/// Drain and Settle are about time that passes, and hold only when there is nothing to wait for.
[[nodiscard]] bool holds(const Step& step, const Snapshot& view);
/// The failure that makes further waiting pointless, when the view shows one.
[[nodiscard]] std::optional<Error> doomed(const Step& step, const Snapshot& view);

}  // namespace ff::domain
