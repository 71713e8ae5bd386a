#pragma once

#include <string>

#include "base/ids.h"
#include "domain/clients.h"

namespace ff::words {

/// What clients of the proxy read in the 503 while nothing serves; `coming` when something soon will.
[[nodiscard]] std::string maintenance_message(bool coming);

/// A program of the box that takes calls for a container, and calls it in its own name.
[[nodiscard]] std::string relayed(const std::string& program);
/// The box's kernel put its own address in the place of the sender's.
[[nodiscard]] std::string translated(const MachineName& box);

/// The process, unit, container and machine behind a caller, as far as they are known: "python3 (4711) in
/// batch.service on box2".
[[nodiscard]] std::string caller(const domain::Caller& caller);

/// What the counters say: "counters add up: in 1.0 s the copies took in 21 requests, the proxy 22".
[[nodiscard]] std::string tally(const domain::Tally& tally);

}  // namespace ff::words
