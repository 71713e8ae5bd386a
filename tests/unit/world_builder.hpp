#pragma once

#include <string>
#include <vector>

#include "domain/profile.h"
#include "domain/snapshot.h"
#include "domain/step.h"

namespace ff::testing {

/// A declared cluster and what is seen of it, for tests of everything that is pure. Starts as the story's two
/// boxes and a route host with all units installed, nothing running, a proxy of ff's in maintenance.
struct World {
  domain::Declaration declaration;
  domain::Snapshot snapshot;

  /// The view of a machine, to change.
  domain::MachineView& on(const std::string& machine);
  /// The state of a unit on a machine, to change.
  domain::UnitState& unit(const std::string& machine, const std::string& unit);
  /// A profile, to change.
  domain::Profile& profile(const std::string& name);
  /// The instance of that name.
  [[nodiscard]] domain::Instance instance(const std::string& profile, const std::string& name) const;

  /// Its units run, it is healthy, enabled and configured as declared; ports and memory are taken.
  World& up(const std::string& profile, const std::string& instance);
  /// Its units rest, whatever they were.
  World& down(const std::string& profile, const std::string& instance);
  World& enabled(const std::string& machine, const std::string& unit);
  World& disabled(const std::string& machine, const std::string& unit);
  World& masked(const std::string& machine, const std::string& unit);
  World& running(const std::string& machine, const std::string& unit);
  World& resting(const std::string& machine, const std::string& unit);
  /// The proxy does what its file says: serves these endpoints, or maintenance when there are none.
  World& routed(const std::string& state, const std::vector<domain::Instance>& instances);
  /// Every machine holds this intent.
  World& intended(const std::string& from, const std::string& to, domain::Intent::Phase phase);
  /// A start that the leader's box recorded.
  World& recorded(const std::string& profile, const std::string& box, Milliseconds duration);
  /// A definition among the box's unit files.
  domain::UnitDefinition& define(const std::string& machine, const std::string& unit);

 private:
  static bool runs_already(const domain::MachineView& view, const UnitName& unit);
};

/// Boxes box1..boxN and edge, split over all boxes, replicas on each, the old watchdog on box1; nothing runs.
[[nodiscard]] World story(int boxes = 2);
/// The story before the change: split serves, nothing was ever masked, the old watchdog is armed.
[[nodiscard]] World split_serves(int boxes = 2);
/// The story after it: all copies serve, everything else is masked, the intent is steady.
[[nodiscard]] World replicas_serve(int boxes = 2);

}  // namespace ff::testing
