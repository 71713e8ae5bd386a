#pragma once

#include <string>
#include <vector>

#include "base/ids.h"

namespace ff {

/// What the caller can do about an error. Chosen by the reaction, not by the cause.
enum class ErrorCode {
  bad_input,      ///< mend the file or the argument; nothing was asked of any machine
  unreachable,    ///< the machine did not answer: its state is unknown
  not_trusted,    ///< host key or login refused: nothing was asked
  not_permitted,  ///< logged in, but without the right to act
  not_found,      ///< the thing named does not exist
  refused,        ///< the machine understood and said no; nothing changed
  failed,         ///< the act was tried and did not succeed
  timeout,        ///< a named deadline passed
  cancelled,      ///< the operator or another lane asked to stop
  link_lost,      ///< the link died under the call: whether it took effect is unknown
  locked,         ///< another run holds a machine
  lease_lost,     ///< the lock is no longer surely ours: nothing may be acted on
};

/// Short stable word for a code, as JSON and logs show it.
[[nodiscard]] const char* word(ErrorCode code);

/// A command that gets on from here, as data; cli/advice.cpp alone words it.
struct Advice {
  enum class Kind {
    none,
    run_again,        ///< the same command again
    switch_to,        ///< `ff switch SUBJECT`
    plan_for,         ///< `ff plan SUBJECT`
    status,           ///< `ff status`
    accept,           ///< the same command with `--accept SUBJECT`
    check_host_key,   ///< compare and add SUBJECT's key to known_hosts
    edit_file,        ///< mend SUBJECT
    shell,            ///< SUBJECT is the whole command to type
    rejoin,           ///< `ff rejoin SUBJECT`
    rejoin_later,     ///< the same, once SUBJECT answers again
    resume,           ///< `ff resume`
    take_over,        ///< the same command with `--wait`, or `ff takeover SUBJECT`, a run
    undrain,          ///< `ff undrain SUBJECT`
    allow_outage,     ///< the same command with `--outage`
    end_maintenance,  ///< `ff maintenance off`
  };
  Kind kind = Kind::none;
  std::string subject;
  std::vector<MachineName> without = {};  ///< machines that the command has to do without
};

/// Where an error happened; either may be empty.
struct Place {
  MachineName machine;
  UnitName unit;
};

/// Everything that a person needs to know about one failure. Built where it happens, printed once in cli/.
struct Error {
  ErrorCode code = ErrorCode::failed;
  std::string what;                   ///< one sentence without a final stop
  Place where = {};                   ///< machine and unit, where known
  std::vector<std::string> evidence;  ///< log lines or answers that show why
  Advice advice = {};
};

/// The error with `context` put before its sentence: "context: what".
[[nodiscard]] Error in_context(Error error, const std::string& context);
/// The error placed on a machine, unless it has a place already.
[[nodiscard]] Error at(Error error, const MachineName& machine);

}  // namespace ff
