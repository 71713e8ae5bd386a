#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "adapters/sim/seat.h"
#include "app/switch.h"
#include "plant.hpp"
#include "rules.hpp"
#include "scenario.hpp"

namespace ff::simulation {

/// How one `ff switch` ended.
struct Ended {
  bool killed = false;
  std::optional<Error> error;  ///< instead of an outcome
  domain::Outcome outcome;
  std::size_t acts_from = 0;  ///< its acts in the world's list
  std::size_t acts_to = 0;
};

/// The world of one scenario with its machines, units and clients, and the ffs that are run in it under the
/// rules.
class Stage {
 public:
  Stage(const Scenario& scenario, const Plant& plant);
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  /// Brings the world to where the scenario starts.
  void set_out();
  /// `ff switch TARGET` by a fresh ff; `operator_name` is who asks.
  Ended go(const ProfileName& target, const std::string& operator_name, std::stop_token stop = {});
  /// `ff plan` and `ff status` by a fresh ff; true when they wrote nothing (I9).
  bool look_only(const ProfileName& target);
  /// A start by somebody else, with what it takes down.
  void start_by_hand(const MachineName& machine, const UnitName& unit);
  void enable_by_hand(const MachineName& machine, const UnitName& unit);
  /// Ends all faults: links and power are back, disks have room, engines behave.
  void heal();
  /// Every instance of the profile serves behind the proxy; of "off", that clients are told of maintenance.
  [[nodiscard]] bool serves(const ProfileName& profile);
  /// Unit states, links and masks of all machines, and the route.
  [[nodiscard]] std::string standing();
  /// Something for the story, between the acts.
  void note(const std::string& line) { notes_.emplace_back(world.acts().size(), line); }
  /// Acts and notes in their order, without what goes to run records.
  [[nodiscard]] std::vector<std::string> story() const;

  const Scenario& scenario;
  const domain::Declaration& declaration;
  sim::World world;
  Rules rules;
  sim::Seat* ff = nullptr;                      ///< the one at work
  std::function<void(const sim::Act&)> on_act;  ///< after each act

 private:
  void install();
  void bring_up(const domain::Profile& profile, bool armed);
  void put_route(const domain::Route& route);
  void disturb(const Disorder& disorder);

  const Plant& plant_;
  int runs_ = 0;
  std::vector<std::pair<std::size_t, std::string>> notes_;
};

/// What an ending is called in the story and in the summary.
[[nodiscard]] std::string words(const Ended& ended);

}  // namespace ff::simulation
