#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "domain/event.h"
#include "domain/mishap.h"
#include "domain/snapshot.h"
#include "ports/world.h"

namespace ff::ports {

/// How long a unit of a model takes, by what was recorded or declared.
struct Pace {
  MachineName machine;
  UnitName unit;
  Milliseconds start{0};   ///< from its start to the first token
  Milliseconds stop{0};    ///< from its stop to its end
  Milliseconds memory{0};  ///< from its end to the moment when its memory is back
};

/// A time in which clients of the proxy got no model.
struct NoModel {
  WallTime began = {};
  std::optional<WallTime> ended = {};  ///< missing while it goes on
};

/// A world that is only imagined: it begins as one that was seen, and its time passes at once. Nothing in it
/// touches any machine. Used by one thread at a time.
class Imagined {
 public:
  virtual ~Imagined() = default;
  /// Happens once, at the beginning of its step. Call before perform(); several may be expected.
  virtual void expect(const domain::Mishap& mishap) = 0;
  /// Lets a fresh ff act in it. False when that ff was killed in the middle.
  virtual bool perform(const std::function<void(Readers&, Gate&)>& ff) = 0;
  /// Lets time pass in which nobody acts.
  virtual void pass(Milliseconds duration) = 0;
  /// How many of the expected mishaps have happened.
  [[nodiscard]] virtual int happened() const = 0;
  /// What all ffs told so far, in order. Valid until the next call.
  [[nodiscard]] virtual const std::vector<domain::Event>& events() const = 0;
  /// What its clients went through since the first perform(), in order.
  [[nodiscard]] virtual std::vector<NoModel> outages() = 0;
};

/// Makes a world that is as the snapshot tells; what it does not tell of is not in it. Units of which no pace
/// is given take moments.
using Imagine = std::function<std::unique_ptr<Imagined>(const domain::Snapshot& snapshot,
                                                        const std::vector<Pace>& paces)>;

}  // namespace ff::ports
