#pragma once

#include "ports/clock.h"

namespace ff::adapters::local {

/// The machine's own time. Safe to call from several threads.
class RealClock final : public ports::Clock {
 public:
  MonoTime now() override;
  WallTime wall() override;
  Status sleep_until(Limit limit) override;
};

}  // namespace ff::adapters::local
