#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/error.h"
#include "base/ids.h"
#include "base/time.h"
#include "domain/intent.h"
#include "domain/route.h"
#include "domain/unit.h"

namespace ff::domain {

/// A box's memory as its kernel tells it.
struct Memory {
  Bytes total;
  Bytes available;
};

/// A finished start of one instance's leader, from the start job to the first token.
struct RecordedStart {
  ProfileName profile;
  MachineName box;
  Milliseconds duration{0};
  WallTime at = {};

  bool operator==(const RecordedStart&) const = default;
};

/// What an outage was spent on beside the drain and the start of the first instance.
struct OutageTimes {
  Milliseconds stop{0};
  Milliseconds memory{0};  ///< until what was stopped had given it back
  Milliseconds masks{0};   ///< and settings, and whatever else comes before the start
  Milliseconds ladder{0};  ///< the last part of the start: from the first answer to the token
  Milliseconds flip{0};

  bool operator==(const OutageTimes&) const = default;
};

/// What a run from one profile that served to another saw of its outage.
struct RecordedOutage {
  ProfileName from;
  ProfileName to;
  OutageTimes times;
  WallTime at = {};

  bool operator==(const RecordedOutage&) const = default;
};

/// The room on a machine's disk where ff has to write.
struct Folder {
  std::string path;
  bool writable = true;  ///< its file system takes writes
  Bytes free{0};         ///< for root

  bool operator==(const Folder&) const = default;
};

/// What one machine told at one moment. `fault` set means that nothing else in it is known.
struct MachineView {
  std::optional<Error> fault;
  MachineId machine_id;
  BootId boot_id;
  int uid = -1;  ///< of the login; 0 may act
  Memory memory;
  WallTime clock = {};                  ///< its time of day, to show skew
  Milliseconds uptime{0};               ///< since its kernel booted; 0 when not known
  std::map<UnitName, UnitState> units;  ///< those that were asked for
  std::set<UnitName> enabled_links;     ///< units with a wants or requires link in /etc, masked or not
  std::set<UnitName> masked_links;      ///< units with a link to /dev/null in /etc/systemd/system.control
  std::set<std::uint16_t> listening;    ///< TCP ports with a listener
  std::map<std::string, std::string> files;  ///< content of those that were asked for and exist
  std::vector<Folder> folders;               ///< those that ff writes to; empty when not told
  std::vector<UnitDefinition> definitions;   ///< of all unit files; empty when not asked for
  std::optional<Intent> intent;
  std::vector<RecordedStart> starts;    ///< recorded on this box
  std::vector<RecordedOutage> outages;  ///< recorded on this machine, the route host
  std::string lock_holder;              ///< who holds its lock; empty when free

  [[nodiscard]] bool known() const { return !fault.has_value(); }
  /// The unit's state; a not-found, inactive one when it was not asked for.
  [[nodiscard]] UnitState unit(const UnitName& name) const;
  /// For how long the unit has been active, by its machine's own clock; nothing when it is not or that is not
  /// known. Two machines' ages can be compared where their clocks cannot.
  [[nodiscard]] std::optional<Milliseconds> age(const UnitName& name) const;
  [[nodiscard]] bool enabled(const UnitName& name) const { return enabled_links.contains(name); }
  [[nodiscard]] bool masked(const UnitName& name) const { return masked_links.contains(name); }
};

/// How far up the health ladder an endpoint got, each rung including those before.
enum class Rung { none, unit_active, accepting, health_ok, model_named, token };

/// What an instance's endpoint answered at one moment.
struct Health {
  Rung rung = Rung::none;
  std::string evidence;                     ///< what the next rung answered, or the figure of the last
  std::optional<Milliseconds> first_token;  ///< time to the first token, when one was asked for and came
  std::optional<int> running;               ///< requests; unknown when the series is missing
  std::optional<int> waiting;
  std::optional<double> kv_usage;           ///< 0..1
  std::optional<double> generation_tokens;  ///< counter since its start
};

struct Instance;

/// Everything observed at one moment.
struct Snapshot {
  WallTime seen_at = {};
  Milliseconds took{0};
  std::map<MachineName, MachineView> machines;
  /// Of each declared instance that was asked, by its profile: two profiles may call theirs the same.
  std::map<ProfileName, std::map<InstanceName, Health>> health;
  RouteView route;

  /// The machine's view; one with a fault when it was not asked.
  [[nodiscard]] const MachineView& machine(const MachineName& name) const;
  /// What the instance answered; nullptr when it was not asked. Valid while the snapshot is as it is.
  [[nodiscard]] const Health* health_of(const Instance& instance) const;
};

[[nodiscard]] const char* word(Rung rung);

}  // namespace ff::domain
