#pragma once

#include <cstddef>
#include <stop_token>
#include <vector>

#include "adapters/sim/timeline.h"
#include "stage.hpp"

namespace ff::simulation {

/// Makes the scenario's troubles happen during one run, each after its act.
class Troubles {
 public:
  explicit Troubles(Stage& stage);
  ~Troubles();
  Troubles(const Troubles&) = delete;
  Troubles& operator=(const Troubles&) = delete;

  /// What the run is to be given.
  [[nodiscard]] std::stop_token stop() const { return stop_.get_token(); }
  /// Those that lie before the first act. Call right before the run.
  void begin();
  /// All trouble is over: faults, actors, and what they planned.
  void end();

  /// How many met the run.
  [[nodiscard]] std::size_t hits() const;
  /// Somebody other than ff may have changed something.
  [[nodiscard]] bool changed_something() const { return changed_something_; }
  /// A machine was out of reach for a time, and ff's session with it stays dead; or all were, while ff was
  /// frozen and another acted.
  [[nodiscard]] bool cut_off() const { return cut_off_; }

 private:
  struct Due {
    const Trouble* trouble;
    bool fired = false;
    bool met = false;
    std::size_t acts_before = 0;
  };

  void after_act();
  void fire(Due& due);
  /// True when it met something at once.
  bool happen(const Trouble& trouble);
  bool happen_to_machine(const Trouble& trouble);
  bool happen_to_engine(const Trouble& trouble);
  bool happen_to_ff(const Trouble& trouble);
  void expect_fault(const Trouble& trouble);
  void second_operator(const Trouble& trouble);
  void tend(Milliseconds every);
  /// A manner counts once the run started or stopped the unit under it.
  [[nodiscard]] bool met_later(const Due& due) const;

  Stage& stage_;
  std::vector<Due> dues_;
  std::stop_source stop_;
  sim::Agenda agenda_;
  int acts_ = 0;
  bool busy_ = false;  ///< a second operator is at work within an act of the first
  bool changed_something_ = false;
  bool cut_off_ = false;
};

}  // namespace ff::simulation
