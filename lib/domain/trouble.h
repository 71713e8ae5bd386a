#pragma once

#include <string>
#include <vector>

#include "base/ids.h"
#include "base/time.h"

namespace ff::domain {

/// One line of a journal.
struct LogEntry {
  MachineName machine;
  UnitName unit;     ///< empty for the kernel's
  WallTime at = {};  ///< by its machine's own clock
  std::string text;
};

/// What a line says of a start that failed. Those from `exception` on tell a cause.
enum class Trouble {
  none,
  consequence,    ///< of a failure elsewhere: the peer is gone, the engine is dead
  error,          ///< of an error's level, without more
  exception,      ///< an exception of Python's that is not known here
  memory_short,   ///< less memory is free than the profile's share asks for
  no_cache_room,  ///< what the weights leave is too little for the KV cache
  memory_ran_out,
  killed_for_memory,  ///< by the kernel or by systemd-oomd
  driver_memory,      ///< the driver gave none, whatever the kernel calls available
  disk_full,
  port_taken,
  model_missing,
  image_missing,
  bad_arguments,
  shared_memory_gone,
  fabric,
  gpu,
};

/// The first error of a start that failed, over all its ranks.
struct FirstError {
  LogEntry line;
  Trouble trouble = Trouble::none;
  std::vector<LogEntry> around;  ///< of the same journal, in its order, the line itself among them
};

/// Stable word, as JSON shows it.
[[nodiscard]] const char* word(Trouble trouble);

}  // namespace ff::domain
