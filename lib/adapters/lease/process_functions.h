#pragma once

#include <string_view>

namespace ff::adapters::lease {

/// Bash functions that both scripts of this folder use: they end a process for sure, told apart from a later
/// one of the same number by its start time.
inline constexpr std::string_view process_functions = R"SCRIPT(
read_stat() { # PID: sets state, parent, started
  local line=""
  # No fork and no temporary file: this must work on a machine that has run out of everything.
  { read -r -d "" line <"/proc/$1/stat"; } 2>/dev/null
  [ -n "$line" ] || return 1
  line=${line##*) }
  state=${line%% *} parent=${line#* } started=${line#* * * * * * * * * * * * * * * * * * * }
  parent=${parent%% *} started=${started%% *}
}

end_session() { # "PID STARTED": killed, and waited for until it can do nothing more
  while read_stat "${1% *}" && [ "$started" = "${1#* }" ] && [[ $state != [ZX] ]]; do
    kill -KILL "${1% *}"
    sleep 0.02
  done
}
)SCRIPT";

}  // namespace ff::adapters::lease
