#pragma once

#include <string>

#include "domain/outcome.h"
#include "domain/plan.h"

namespace ff::words {

/// ", without box2 and box3", or nothing where no machine is absent.
[[nodiscard]] std::string without(const std::vector<MachineName>& absent);
/// ", box1 drained", or nothing where no box is.
[[nodiscard]] std::string drained(const std::vector<MachineName>& boxes);
/// How a run ended, one line: "replica, serving 2 of 2. Outage 5m18s (predicted at most 5m50s)".
[[nodiscard]] std::string headline(const domain::Outcome& outcome);
/// "drain 1.3 s (at most 30.0 s), stop 400 ms, start 5m02s (predicted 5m00s), ..."; empty without parts.
[[nodiscard]] std::string outage_parts(const domain::Outcome& outcome);
/// The outage that a plan brings, one line: "outage at most about 5m32s (drain up to 30.0 s, box2 5m02s),
/// from 14 recorded starts", or "no outage".
[[nodiscard]] std::string prediction(const domain::Plan& plan);
/// From what to what: "split -> replica on 2 boxes".
[[nodiscard]] std::string title(const domain::Plan& plan);

}  // namespace ff::words
