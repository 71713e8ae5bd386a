#pragma once

#include <ucontext.h>

#include <functional>
#include <memory>
#include <vector>

#include "adapters/sim/stack_switch.h"
#include "adapters/sim/timeline.h"
#include "ports/lanes.h"

namespace ff::adapters::sim {

/// Work side by side in virtual time, on one thread: whoever waits lets the others run, and time passes when
/// all wait. While it lives every wait of the timeline goes through it.
class Strands {
 public:
  explicit Strands(Timeline& timeline);
  ~Strands();
  Strands(const Strands&) = delete;
  Strands& operator=(const Strands&) = delete;

  /// Runs all of them to their end; may be called from within one. When one is ended by Killed all are, and
  /// it is thrown here.
  void run(std::vector<std::function<void()>> works);

 private:
  struct Strand {
    ucontext_t context = {};
    std::unique_ptr<char[]> stack;  ///< none of the first, which has its thread's
    Stack in_use;
    std::function<void()> work;
    const Limit* limit = nullptr;  ///< of the wait that it is in
    const std::function<bool()>* ready = nullptr;
    bool done = false;
  };

  static void enter(unsigned high, unsigned low);
  void live(Strand& strand);
  void wait(const Limit& limit, const std::function<bool()>& ready);
  Strand& start(std::function<void()> work);
  [[nodiscard]] bool can_run(const Strand& strand) const;
  /// The next one that can run, after the one that runs now; time passes until there is one.
  Strand& next();
  void switch_to(Strand& strand);
  /// To be called first by a strand that others have switched to.
  void arrive();

  Timeline& timeline_;
  std::vector<std::unique_ptr<Strand>> strands_;  ///< the first is whoever called first
  std::vector<std::unique_ptr<char[]>> stacks_;   ///< of those that have ended
  Strand* now_ = nullptr;
  Strand* before_ = nullptr;  ///< that ran before the one that runs now
  bool killed_ = false;
};

/// Lanes as strands.
class SideBySide : public ports::Lanes {
 public:
  explicit SideBySide(Timeline& timeline) : strands_(timeline) {}
  std::vector<Status> run(std::vector<ports::Lane> lanes, std::stop_token stop) override;

 private:
  Strands strands_;
};

}  // namespace ff::adapters::sim
