#pragma once

#include <vector>

#include "adapters/sim/seat.h"
#include "adapters/sim/strands.h"
#include "adapters/sim/world.h"
#include "domain/profile.h"
#include "ports/imagined.h"

namespace ff::adapters::sim {

/// The simulated world as one that is imagined: made from a snapshot, with mishaps that happen as the ff in
/// it tells that their step begins.
class ImaginedWorld : public ports::Imagined {
 public:
  /// The declaration outlives it.
  ImaginedWorld(const domain::Declaration& declaration, const domain::Snapshot& snapshot,
                const std::vector<ports::Pace>& paces);

  void expect(const domain::Mishap& mishap) override { expected_.push_back(mishap); }
  bool perform(const std::function<void(ports::Readers&, ports::Gate&)>& ff) override;
  void pass(Milliseconds duration) override { world_.time().pass(duration); }
  [[nodiscard]] int happened() const override { return happened_; }
  [[nodiscard]] const std::vector<domain::Event>& events() const override { return told_.all; }
  [[nodiscard]] std::vector<ports::NoModel> outages() override;

 private:
  /// Where what ff tells goes.
  class Told : public ports::Events {
   public:
    explicit Told(ImaginedWorld& owner) : owner_(owner) {}
    void emit(const domain::Event& event) noexcept override;
    std::vector<domain::Event> all;

   private:
    ImaginedWorld& owner_;
  };

  void meet(const domain::Event& event);
  [[nodiscard]] bool begins(const domain::Mishap& mishap, const domain::Event& event) const;
  void happen(const domain::Mishap& mishap);
  void befall_machine(const domain::Mishap& mishap, Machine& machine);
  void befall_engines(const domain::Mishap& mishap);
  void kill_at_act(const Act& act);
  [[nodiscard]] WallTime wall(MonoTime time);

  World world_;
  SideBySide lanes_;
  Told told_;
  std::vector<domain::Mishap> expected_;  ///< that have not happened yet
  std::optional<domain::Mishap> killing_;
  int records_ = 0;  ///< that were written since ff is to be killed
  int happened_ = 0;
  bool replanned_ = false;
  std::optional<MonoTime> began_;
};

}  // namespace ff::adapters::sim
