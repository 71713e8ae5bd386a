#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "app/switch.h"
#include "domain/mishap.h"
#include "ports/imagined.h"

namespace ff::app {

/// How one rehearsed run went.
struct Rehearsed {
  std::vector<domain::Mishap> mishaps;
  bool met = true;      ///< all of them happened
  bool killed = false;  ///< ff was killed on the way; the outcome is of the same command again
  domain::Outcome outcome;
  std::vector<domain::Event> course;  ///< what the run told, without progress, at imagined times
};

/// A switch played in imagined worlds that begin as the real one was seen. The real one is only looked at,
/// once.
class Rehearsal {
 public:
  /// Looks and plans; that the plan is refused is no failure here. Hazards that can be accepted are, for the
  /// rehearsal. `imagine` and the scene outlive it. Fails as look_and_plan().
  static Result<Rehearsal> prepare(const Scene& scene, const ports::Imagine& imagine, SwitchRequest request,
                                   const std::stop_token& stop);

  [[nodiscard]] const domain::Plan& plan() const { return planned_.plan; }
  /// Hazards that refuse it whatever is accepted. Nothing can be played then.
  [[nodiscard]] std::vector<domain::Hazard> refusing() const;
  /// How long units take in the imagined worlds.
  [[nodiscard]] const std::vector<ports::Pace>& paces() const { return paces_; }
  /// Everything that may go wrong on the way, one at a time.
  [[nodiscard]] std::vector<domain::Mishap> mishaps() const;
  /// The mishap that "start@box2", or "start@box2:11" with its stage, names; without a stage its first one.
  /// `bad_input` for one that does not apply to the plan.
  [[nodiscard]] Result<domain::Mishap> mishap_named(const std::string& name) const;

  /// Plays the switch from its beginning in a world of its own, with these mishaps.
  [[nodiscard]] Rehearsed play(const std::vector<domain::Mishap>& mishaps) const;
  /// Plays each of them, in the same order, several at once. At a stop what was not played is left empty.
  [[nodiscard]] std::vector<Rehearsed> play_all(const std::vector<std::vector<domain::Mishap>>& all,
                                                const std::stop_token& stop) const;

 private:
  Rehearsal(const Scene& scene, const ports::Imagine& imagine, SwitchRequest request, Planned planned);
  bool carry_out(ports::Imagined& world, domain::Outcome& outcome) const;

  const Scene& scene_;
  const ports::Imagine& imagine_;
  SwitchRequest request_;
  Planned planned_;
  std::vector<ports::Pace> paces_;
};

/// Two mishaps of one run.
using MishapPair = std::pair<domain::Mishap, domain::Mishap>;
/// So many pairs of different ones, drawn by the seed, none twice; all there are where that is not more. The
/// second of a pair never comes before the first.
[[nodiscard]] std::vector<MishapPair> pairs_of(const std::vector<domain::Mishap>& mishaps, std::size_t count,
                                               std::uint64_t seed);

}  // namespace ff::app
