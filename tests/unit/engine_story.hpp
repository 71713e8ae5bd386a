#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "adapters/sim/seat.h"
#include "adapters/sim/world.h"
#include "app/switch.h"
#include "rules.hpp"
#include "world_builder.hpp"

namespace ff::testing {

namespace sim = adapters::sim;

inline constexpr const char* leader_unit = "ff-split-leader.service";
inline constexpr const char* worker_unit = "ff-split-worker.service";
inline constexpr const char* replica_unit = "ff-replica.service";
inline constexpr const char* watchdog_timer = "old-split-watchdog.timer";
inline constexpr const char* watchdog_service = "old-split-watchdog.service";

/// The story's boxes as a simulated world, with the shipped units, the old watchdog and a proxy of ff's in
/// maintenance; nothing runs. The rules of the simulation are watched at every act: see `broken`.
struct Story {
  explicit Story(int boxes = 2);
  Story(const Story&) = delete;
  Story& operator=(const Story&) = delete;

  /// Brought up by a hand, as before ff: split serves behind the proxy, the old watchdog is armed.
  Story& split_serves();
  /// Everything takes so little time that thousands of runs can be made.
  Story& quick();
  /// The instance that box leads has a recorded start.
  Story& recorded(const std::string& profile, const std::string& box, Milliseconds duration);

  /// `ff switch TARGET` by a fresh ff. One that is cancelled before it begins reads interrupted, without a
  /// run; any other error is a failed test.
  domain::Outcome go(
      const std::string& target, std::stop_token stop = {},
      const app::Confirm& confirm = [](const domain::Plan&) { return true; });
  /// The same for any verb that changes something: `call` gets a fresh ff and a request without a target.
  domain::Outcome carry_out(
      const std::function<Result<domain::Outcome>(const app::Scene&, sim::Seat&, app::SwitchRequest)>& call);
  /// What `call` does with a fresh ff.
  template <class Call>
  auto with_ff(Call call) {
    sim::Seat seat(world);
    const app::Scene scene{declaration, seat.readers()};
    return call(scene, seat);
  }

  /// How the world stands, in lines: unit states, links, masks, intents, route.
  enum class Intents { told, left_out };
  std::string standing(Intents intents = Intents::told);
  /// Acts since `from`, as text, without run records.
  [[nodiscard]] std::vector<std::string> acts(std::size_t from = 0) const;
  /// Those after the first that reads so.
  [[nodiscard]] std::vector<std::string> acts_since(const std::string& act) const;
  /// What clients got since `from`, changes only: "200 503 200".
  std::string clients_saw(MonoTime from = {});
  /// The intent that the machine holds; nothing when it holds none that can be read.
  [[nodiscard]] std::optional<domain::Intent> intent_on(const MachineName& machine);
  [[nodiscard]] std::optional<domain::Intent> intent_on(const char* machine) {
    return intent_on(MachineName(machine));
  }
  /// Everything that a disk keeps, on all machines.
  std::string disks();

  domain::Declaration declaration;
  sim::World world;
  std::vector<domain::Event> events;            ///< of the last ff
  std::function<void(const sim::Act&)> on_act;  ///< after each act
  std::set<MachineName> absent;                 ///< what go() does without
  app::OnFailure on_failure = app::OnFailure::back;
  simulation::Rules rules;
  std::vector<std::string>& broken = rules.broken;  ///< rules that an act broke
  int& serving_min = rules.serving_min;             ///< instances that must serve after every act
  sim::Seat* ff = nullptr;                          ///< the one at work

 private:
  void put_environment(const domain::Profile& profile, const domain::Instance& instance);
  int runs_ = 0;
};

}  // namespace ff::testing
