#pragma once

#include "domain/profile.h"
#include "domain/snapshot.h"

namespace ff::planner {

/// A snapshot, and the rung of it that counts as healthy.
struct Seen {
  const domain::Snapshot& snapshot;
  domain::Rung healthy_from;
};

/// Every rank runs, and the leader's health is high enough.
[[nodiscard]] bool healthy(const Seen& seen, const domain::Instance& instance);
/// Healthy, and clients may get to it.
[[nodiscard]] bool serves(const Seen& seen, const domain::Instance& instance);

/// The profile that the world is in, wholly or in part; empty when in none. The intended one, unless another
/// serves and it does not: with its settings, where any has them. Where nothing serves, the intended one.
[[nodiscard]] ProfileName profile_of(const domain::Declaration& declaration, const Seen& seen);

}  // namespace ff::planner
