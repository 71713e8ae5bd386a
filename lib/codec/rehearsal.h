#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "domain/outcome.h"

namespace ff::codec {

/// One rehearsed run with faults, and how it ended.
struct FaultRow {
  std::vector<std::string> faults;  ///< "start@box2:11"
  bool met = true;                  ///< it came to all of them
  bool killed = false;              ///< ff was; the rest is of the same command again
  domain::Outcome::Kind outcome = domain::Outcome::Kind::reached;
  int serving = 0;
  int declared = 0;
  int exit_code = 0;
  std::optional<Milliseconds> outage;
  std::string end;   ///< in words
  std::string next;  ///< what to type then
};

/// `ff rehearse --faults --json`. `of` is how many there are where not all were played. Ends without a
/// newline.
[[nodiscard]] std::string rehearsal_json(const std::vector<FaultRow>& rows, std::size_t of);

}  // namespace ff::codec
