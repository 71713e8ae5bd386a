#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/ids.h"

namespace ff::tests {

/// A unit that a sequence works on, and its file's text.
struct DrawnUnit {
  UnitName name;
  std::string text;
};

/// What is done to a unit.
enum class Deed { start, stop, crash, mask, unmask, enable, disable, reset_failed };

struct DrawnDeed {
  Deed deed = Deed::start;
  UnitName unit;
};

/// Some units that know each other, within what the simulated systemd models, and what is done to them.
struct Sequence {
  std::vector<DrawnUnit> units;
  std::vector<DrawnDeed> deeds;
};

/// The sequence of a seed, the same on every machine. What needs another unit is ordered after it, since
/// without that systemd itself ends now in one state, now in another.
[[nodiscard]] Sequence draw_sequence(std::uint64_t seed);

/// "stop fft-b.service".
[[nodiscard]] std::string text(const DrawnDeed& deed);

}  // namespace ff::tests
