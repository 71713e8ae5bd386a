#pragma once

#include <vector>

#include "domain/plan.h"
#include "planner/components.h"
#include "planner/memory.h"

namespace ff::planner {

/// All that the order of steps is made from. Nothing is owned.
struct Terms {
  const domain::Declaration& declaration;
  const domain::Profile* target;  ///< nullptr for the profile without instances
  ProfileName target_name;
  const domain::Snapshot& snapshot;
  const Buckets& buckets;
  const std::map<MachineName, Room>& rooms;  ///< by the box
};

/// Builds the stages by walking through the change in an imagined world: each step that holds there already
/// is left out, the others change it. So one fixed order of steps gives the whole change as well as what is
/// left of a change that was cut anywhere.
class Walk {
 public:
  explicit Walk(const Terms& terms);

  /// From the first silence to the last look. Call once.
  void go();

  [[nodiscard]] std::vector<domain::Stage> take_stages() { return std::move(stages_); }
  [[nodiscard]] const domain::Prediction& prediction() const { return prediction_; }

 private:
  enum class Drop { if_it_holds, never };

  /// Puts steps into the plan, at most one a machine in a stage.
  void add(std::vector<domain::Step> steps, Drop drop = Drop::if_it_holds);

  void silence();
  void change(const Component& component);
  /// Settings of units that do not run are written before anything is taken from clients: nobody reads them
  /// yet, and every step less in an outage shortens it.
  void configure_ahead(const Component& component);
  void take_from_clients(const Component& component);
  void drain(const Component& component, bool outage);
  void retire(const Component& component);
  void mask();
  void prepare(const Component& component);
  void launch_all(const Component& component);
  void launch(const Coming& coming, int position, int of);
  void bring_up(const Coming& coming);
  void arm();
  void settle();

  /// The proxy told to serve what serves, or to say that nothing does.
  void route(const std::string& reason);
  /// Takes masks away under which something still runs or is enabled.
  void lift(const UnitsOf& units);
  void expect_outage(const Component& component);
  [[nodiscard]] bool serves(const domain::Instance& instance) const;
  void stop_serving(const domain::Instance& instance);

  const Terms& terms_;
  domain::Snapshot world_;                 ///< as it will be when the steps so far have been done
  std::vector<domain::Instance> serving_;  ///< healthy in that world, ordered by name
  std::vector<domain::Stage> stages_;
  UnitsOf to_mask_;  ///< those of the buckets that are not masked yet in that world
  domain::Prediction prediction_;
};

}  // namespace ff::planner
