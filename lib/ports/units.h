#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "domain/unit.h"

namespace ff::ports {

/// A unit changed in some way: read it again.
struct UnitChanged {
  UnitName unit;
};
/// Nothing happened before the limit of the call.
struct Quiet {};

/// Tells changes of some units of one machine, from the moment it was made.
class UnitWatch {
 public:
  virtual ~UnitWatch() = default;
  /// Blocks until something changed or the limit's deadline passed (Quiet). Fails with cancelled or
  /// link_lost.
  virtual Result<std::variant<UnitChanged, Quiet>> next(Limit limit) = 0;
};

/// Reads one machine's service manager. Used by one thread at a time.
class UnitReader {
 public:
  virtual ~UnitReader() = default;
  /// The state of each unit, in one round trip or few. A name without a file reads not_found.
  virtual Result<std::map<UnitName, domain::UnitState>> states(const std::vector<UnitName>& units,
                                                               Limit limit) = 0;
  /// The forward relations of every unit file of the machine; about a second of its manager's time.
  virtual Result<std::vector<domain::UnitDefinition>> definitions(Limit limit) = 0;
  /// Succeeds when the manager itself answers (a property read, never Ping).
  virtual Status manager(Limit limit) = 0;
  /// Subscribes; act only after it returned. Independent of this reader: may be used on another thread.
  virtual Result<std::unique_ptr<UnitWatch>> watch(const std::vector<UnitName>& units, Limit limit) = 0;
};

/// Acts on one machine's service manager. Each call is one act; it returns when the manager has finished it.
/// A call that ends in link_lost or timeout may or may not have taken effect: read before going on.
/// Used by one thread at a time. Every failure names machine and unit.
class UnitControl {
 public:
  virtual ~UnitControl() = default;
  /// Starts and waits for the job's end. `failed` with the unit's result when the job fails, `refused` when
  /// the unit is masked or has no file.
  virtual Status start(const UnitName& unit, Limit limit) = 0;
  /// Stops and waits for the job's end. A unit that has no file or is not loaded counts as stopped.
  virtual Status stop(const UnitName& unit, Limit limit) = 0;
  /// Makes the links of the [Install] sections and reloads.
  virtual Status enable(const std::vector<UnitName>& units, Limit limit) = 0;
  /// Removes those links and reloads. Units without a file are left out.
  virtual Status disable(const std::vector<UnitName>& units, Limit limit) = 0;
  /// Forgets a unit's failed state, so that a later start is not limited by it.
  virtual Status reset_failed(const UnitName& unit, Limit limit) = 0;
  /// Makes the manager read all unit files again.
  virtual Status reload(Limit limit) = 0;
  /// Reloads one unit by its ExecReload and waits for the job's end.
  virtual Status reload_unit(const UnitName& unit, Limit limit) = 0;
};

}  // namespace ff::ports
