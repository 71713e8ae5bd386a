#pragma once

#include <string>
#include <string_view>

#include "base/ids.h"
#include "base/result.h"
#include "base/time.h"

namespace ff::codec {

/// What the file beside a held lock tells about its holder.
struct HolderNote {
  RunId run;
  std::string operator_name;  ///< user@host
  std::string verb;           ///< "switch replica"
  WallTime since = {};
  std::string step;  ///< under way; empty between steps
  int pid = 0;       ///< of the process that holds the lock, on the locked machine
};

/// What another operator left beside a held lock.
struct StopNote {
  RunId run;                  ///< that is to stop
  std::string operator_name;  ///< user@host
  std::string reason;
};

/// The note as one line of JSON, with its end.
[[nodiscard]] std::string holder_json(const HolderNote& note);
/// `bad_input` when it is not such a line.
[[nodiscard]] Result<HolderNote> holder_from(std::string_view text);
/// The same for the wish that the holder stops.
[[nodiscard]] std::string stop_json(const StopNote& note);
[[nodiscard]] Result<StopNote> stop_from(std::string_view text);

}  // namespace ff::codec
