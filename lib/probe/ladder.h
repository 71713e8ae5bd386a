#pragma once

#include <optional>
#include <string>
#include <vector>

#include "domain/profile.h"
#include "domain/snapshot.h"
#include "ports/clock.h"
#include "ports/http.h"

namespace ff::probe {

/// What a climb needs. Nothing but the key is owned.
struct Means {
  ports::Http& http;  ///< dialled from where the proxy stands
  ports::Clock& clock;
  std::string api_key = {};  ///< for /v1; empty when it needs none
};

/// The states of an instance's units in the order of its members, as a snapshot knows them.
[[nodiscard]] std::vector<domain::UnitState> states_in(const domain::Snapshot& snapshot,
                                                       const domain::Instance& instance);

/// How far up the health ladder an instance gets now, with the answer that stopped it, in words: every unit
/// active, TCP accepts, /health 200, /v1/models names the model, and, with a `token_deadline`, one streamed
/// completion yields a token within it. Without one it ends at the model's name. The engine's figures come
/// with it where /metrics tells them. Never fails: what could not be asked is the evidence.
/// Each answer but the token is waited for at most 5 s, and nothing beyond `limit`.
[[nodiscard]] domain::Health climb(const domain::Instance& instance,
                                   const std::vector<domain::UnitState>& members, const Means& means,
                                   std::optional<Milliseconds> token_deadline, Limit limit);

}  // namespace ff::probe
