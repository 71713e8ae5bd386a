#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/ids.h"
#include "base/time.h"
#include "domain/snapshot.h"

namespace ff::domain {

/// A file of the proxy's configuration on the route host.
struct ConfigFile {
  std::string path;
  std::string content;
};

/// A line of somebody's proxy configuration that would hurt clients of the model.
struct ProxyFault {
  enum class Kind {
    long_fail_timeout,  ///< a copy that failed is left alone for longer than nginx's own ten seconds
    max_fails,          ///< a copy that failed is left alone
    placeholder,        ///< a server line for a copy that does not serve
    name,               ///< a name in the place of an address
    no_zone,            ///< least connections, counted by each worker for itself
    short_shutdown,     ///< streams are cut at a reload
    buffering,          ///< tokens are held back
  };
  std::string file;
  int line = 0;  ///< 1-based
  Kind kind = Kind::max_fails;
  std::string said;        ///< the line's words; for `no_zone` the upstream's
  Milliseconds time = {};  ///< how long a copy is left alone, or how long streams may take

  auto operator<=>(const ProxyFault&) const = default;
};

/// What a machine has of what ff's work on it needs, beside what a look tells.
struct Tools {
  std::optional<int> systemd;              ///< its version's number; nothing when it did not tell
  std::vector<std::string> missing;        ///< commands that are not there
  std::optional<bool> removes_ipc;         ///< logind's RemoveIPC
  std::map<UnitName, std::string> users;   ///< login that a unit's processes have, where it is not root
  std::set<std::string> lingering;         ///< logins that may linger
  std::optional<bool> proxy_config_valid;  ///< by the proxy's own test; nothing when it was not asked
  std::vector<std::string> proxy_words;    ///< what that test said
  std::vector<ConfigFile> proxy_files;     ///< nginx's, on the route host
};

/// One thing that was looked at for `ff doctor`.
struct Check {
  enum class Verdict { ok, warn, fail, unseen };
  Verdict verdict = Verdict::ok;
  MachineName machine;  ///< empty for what concerns no single one
  std::string what;     ///< half a line without a final stop
  std::string remedy;   ///< a sentence or a command; empty where nothing has to be done
  UnitName unit = {};   ///< that is not as it should be; empty where it is about no single one
};

/// All that a doctor's judgement rests on.
struct Examination {
  Snapshot snapshot;                           ///< with the definitions of all unit files
  std::map<MachineName, Tools> tools;          ///< of the machines that told
  std::map<MachineName, Error> tools_unknown;  ///< why the others did not
  std::string version;                         ///< of this ff
  std::string last_version;  ///< of the ff that made the last run; empty when there is none or it is unknown
};

[[nodiscard]] const char* word(Check::Verdict verdict);

}  // namespace ff::domain
