#pragma once

#include <optional>
#include <string>

#include "domain/profile.h"
#include "domain/snapshot.h"

namespace ff::planner {

/// How one instance stands.
enum class Standing {
  stopped,   ///< none of its units runs
  starting,  ///< all run, and nothing tells that they will not come up
  healthy,   ///< all run and it gave a token
  broken,    ///< a rank is dead, a unit restarts by itself, or it answers but gives no token
};

/// The standing, and for a broken instance what is wrong in a few words.
struct Verdict {
  Standing standing = Standing::stopped;
  std::string cause;
};

/// A worker that was left behind when its leader started anew, by a power cycle say: it cannot rejoin, and
/// the leader waits for it for ever.
struct StaleRank {
  domain::Member member;
  Milliseconds older_by{0};  ///< than its leader
};

/// The first rank that is older than its leader by more than ranks of one start ever are (20 s). Says nothing
/// of an instance that is healthy; ask that first. Nothing where a machine's uptime is not known.
[[nodiscard]] std::optional<StaleRank> stale_rank(const domain::Instance& instance,
                                                  const domain::Snapshot& snapshot);

/// Judges by units and health. A box that was not asked is absent, and its rank as good as dead. An instance
/// that answers /health but gave no token counts as hung, so the snapshot's health must have been asked down
/// to the token.
[[nodiscard]] Verdict verdict_on(const domain::Instance& instance, const domain::Snapshot& snapshot);

/// Whether every member's environment file says what is declared, comments and order aside.
[[nodiscard]] bool configured(const domain::Declaration& declaration, const domain::Instance& instance,
                              const domain::Snapshot& snapshot);

}  // namespace ff::planner
