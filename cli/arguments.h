#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/time.h"

namespace ff::cli {

/// The command line as a value. Which members mean something depends on the verb: see cli/table.
struct Arguments {
  std::string verb;
  std::string subject;                ///< a profile, a box, a run or a verb
  std::string cluster_file;           ///< --cluster; empty when not given
  std::vector<std::string> accepted;  ///< --accept, each a hazard's id
  std::vector<std::string> without;   ///< --without, each a machine
  std::vector<std::string> only;      ///< --only, each a box
  std::string reason;                 ///< --reason
  std::string message;                ///< maintenance: what clients read
  std::string duration;               ///< maintenance, drain: --for, as it was typed
  std::vector<std::string> scan;      ///< clients: files and folders to look through
  std::string on_failure = "back";    ///< switch: --on-failure, "back" or "stop"
  bool json = false;
  bool deep = false;                ///< status: ask for tokens too
  bool yes = false;                 ///< switch: no question
  bool dry_run = false;             ///< switch: stop after the plan
  bool detach = false;              ///< switch: carried out apart from this terminal
  std::string on;                   ///< switch: --on, whose ff carries a detached run out; empty for this one
  std::string run;                  ///< switch: --run, the id that the run is to have; empty for a fresh one
  bool detailed_exit_code = false;  ///< plan: 2 when changes are pending
  bool quiet = false;               ///< no progress on stderr
  bool outage = false;              ///< drain, restart: clients may be left without a model
  bool all = false;                 ///< restart: every instance
  bool follow = false;              ///< logs: go on until a stop
  int lines = 50;                   ///< logs: of each unit
  std::optional<int> watch_s;  ///< status, clients: look again after so many seconds; 0 for the usual number
  std::optional<Milliseconds> wait;     ///< verbs that change: how long to wait for the lock; not at all
  std::optional<Milliseconds> timeout;  ///< wait: how long at most; takeover: --grace
  std::string goal;                     ///< wait: --for, "serving" or "steady"
  std::vector<std::string> faults;      ///< rehearse: --fault, each "FAULT@MACHINE" with or without ":STAGE"
  bool all_faults = false;              ///< rehearse: --faults
  bool pairs = false;                   ///< rehearse: of two faults each
  int seed = 1;                         ///< rehearse: which pairs
};

/// What parsing gave: arguments to act on, or a text to print and the exit code that goes with it.
struct Parsed {
  std::optional<Arguments> arguments;
  std::string text;
  bool to_stderr = false;
  int exit_code = 0;
};

/// Never throws, prints or exits.
[[nodiscard]] Parsed parse_arguments(int argc, const char* const* argv);

}  // namespace ff::cli
