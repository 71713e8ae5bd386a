#pragma once

#include <functional>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "app/scene.h"
#include "domain/outcome.h"
#include "domain/plan.h"

namespace ff::app {

/// What a run does when no instance of its target can be had.
enum class OnFailure {
  back,  ///< goes back, once, to the profile that served before
  stop,  ///< leaves everything as it is
};

/// Whether a run may begin an outage.
enum class Outage {
  as_planned,  ///< as the target makes it needed; the plan says so
  refused,     ///< never: a run that takes the last serving instance is refused
  allowed,     ///< the operator said that it is meant
};

/// What the operator asked for.
struct SwitchRequest {
  ProfileName target;
  RunId run;  ///< fresh
  std::vector<HazardId> accepted;
  std::set<MachineName> absent;  ///< machines to do without; see absent_machines()
  OnFailure on_failure = OnFailure::back;
  std::string reason;                         ///< why it is done so; kept in the record
  std::string operator_name;                  ///< user@host
  std::string version;                        ///< of ff
  std::optional<domain::Drained> drain = {};  ///< a box to take out of service
  MachineName undrain = {};                   ///< a drained one to take back; empty for none
  std::set<InstanceName> renew = {};          ///< instances to start again, as declared or not
  Outage outage = Outage::as_planned;
  std::string verb = {};  ///< what others are told while it holds the lock; empty for "switch TARGET"
};

/// Shown the plan before any lock is taken; false leaves everything as it is.
using Confirm = std::function<bool(const domain::Plan&)>;

/// Moves the cluster to the target: observe, plan, ask, lock, observe and plan again, note the intent, run,
/// look at the end. The value is how it ended, whatever that is; the error is a request that makes no sense,
/// or `cancelled` when the stop came before anything was changed.
[[nodiscard]] Result<domain::Outcome> switch_to(const Scene& scene, ports::Gate& gate,
                                                const SwitchRequest& request, const Confirm& confirm,
                                                std::stop_token stop);

/// `bad_input` for a name that is no profile and not `off`.
[[nodiscard]] Status known_profile(const domain::Declaration& declaration, const ProfileName& target);

/// What was seen, and the plan that comes of it.
struct Planned {
  domain::Snapshot snapshot;
  domain::Declaration declaration;  ///< with the boxes that are drained now or shall be
  domain::Plan plan;
};

/// Looks, and plans what was asked for, without its absent machines. `bad_input` for an unknown target,
/// `cancelled` at a stop.
[[nodiscard]] Result<Planned> look_and_plan(const Scene& scene, const SwitchRequest& request,
                                            const std::stop_token& stop);

/// The plan for the target from what is seen now, without the absent machines.
[[nodiscard]] Result<domain::Plan> plan_for(const Scene& scene, const ProfileName& target,
                                            const std::set<MachineName>& absent, std::stop_token stop);

}  // namespace ff::app
