#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "adapters/sim/world.h"
#include "domain/plan.h"
#include "domain/profile.h"

namespace ff::simulation {

namespace sim = adapters::sim;

/// What must hold at every act of ff in the simulated world, whatever is declared and whatever happens: I1 to
/// I5 and I8. They ask the world, never ff. What ff could see at most 2 s ago, before somebody else changed
/// it, binds it still. README.md words each rule.
class Rules {
 public:
  /// Both must live longer. Their owner calls before() and after() from the world's hooks.
  Rules(const domain::Declaration& declaration, sim::World& world);

  /// The time in which one ff is at work; times may lie within each other.
  class Watch {
   public:
    explicit Watch(Rules& rules) : rules_(rules) { rules_.begin(); }
    ~Watch() { rules_.runs_.pop_back(); }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

   private:
    Rules& rules_;
  };

  /// Acts outside of any Watch are nobody's.
  void before(const sim::Act& act);
  void after(const sim::Act& act);
  /// The ff at work made this plan: it said how many instances serve at least, and what it arms.
  void plan_is(const domain::Plan& plan);
  /// A fault or somebody else changed something just now.
  void disturbed() { disturbed_at_ = world_.time().now(); }
  /// Somebody took memory there: of runs that have made their plan nothing can be said any more (I8).
  void memory_taken(const MachineName& machine) {
    for (Run& run : runs_) run.memory_taken.insert(machine);
  }

  /// Whether that, a fault, or the death of an engine was at most 2 s ago.
  [[nodiscard]] bool lately_disturbed();

  void breaks(const std::string& rule);
  /// Invariant I`number` was put to the test.
  void stake(int number) { ++at_stake_[static_cast<std::size_t>(number)]; }
  [[nodiscard]] const std::array<std::size_t, 10>& at_stake() const { return at_stake_; }
  /// Endpoints that clients are led to and that serve.
  [[nodiscard]] std::set<domain::Endpoint> serving();

  std::vector<std::string> broken;  ///< "I1 ...", each once
  int serving_min = 0;              ///< instances that must serve after every act

 private:
  /// One ff at work.
  struct Run {
    std::set<std::pair<MachineName, UnitName>> enabled_before;
    std::optional<std::size_t> floor;  ///< instances that its plan leaves serving at the least
    std::optional<ProfileName> target;
    std::set<MachineName> memory_taken;
    bool intent_checked = false;
  };

  void begin();
  void check_start(const sim::Act& act);
  void check_memory(const sim::Act& act);
  void check_enable(const sim::Act& act);
  void check_route(const sim::Act& act);
  void check_intent(const sim::Act& act);
  void check_requests(const sim::Act& act);
  void check_taken_down(const sim::Act& act);
  void check_left_serving(const sim::Act& act);

  [[nodiscard]] bool recently(MonoTime moment);
  [[nodiscard]] bool serves_for(const MachineName& box, const UnitName& unit) const;
  [[nodiscard]] std::vector<UnitName> rivals_of(sim::Machine& machine, const UnitName& unit) const;
  [[nodiscard]] bool armed_with(const MachineName& box, const UnitName& unit, const UnitName& watchdog) const;
  [[nodiscard]] bool foreign_start(sim::Machine& machine, const UnitName& unit);
  [[nodiscard]] bool gave_token(const domain::Endpoint& endpoint);
  [[nodiscard]] bool healthy(const MachineName& box, const UnitName& unit);
  [[nodiscard]] bool goes_back(const MachineName& box, const UnitName& unit);

  const domain::Declaration& declaration_;
  sim::World& world_;
  std::vector<Run> runs_;  ///< the last one acts
  std::set<std::pair<MachineName, UnitName>> started_by_ff_;
  std::map<MachineName, std::size_t> taken_down_seen_;
  std::size_t unlocked_seen_ = 0;
  std::set<domain::Endpoint> serving_before_;
  MonoTime act_began_;
  std::optional<MonoTime> disturbed_at_;
  std::array<std::size_t, 10> at_stake_{};
};

}  // namespace ff::simulation
