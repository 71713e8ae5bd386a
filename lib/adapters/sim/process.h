#pragma once

#include <functional>
#include <memory>
#include <string>

#include "adapters/sim/unit_file.h"

namespace ff::adapters::sim {

/// One start of a unit, as its main process knows it.
struct Start {
  UnitFile file;
  InvocationId invocation;
  std::function<void(int)> exit;                ///< ends the process with this status; not from begin()
  std::function<void(const std::string&)> log;  ///< a line for the journal
};

/// A unit's main process. Its destructor is its death: whatever it held is given back there.
class Process {
 public:
  virtual ~Process() = default;
  virtual void begin() {}
  /// In place of begin(), for one that has run for long when its world begins.
  virtual void appear() { begin(); }
  virtual void reload() {}
  /// How long it goes on after SIGTERM; beyond the unit's TimeoutStopSec it is killed.
  [[nodiscard]] virtual Milliseconds linger() const { return Milliseconds{1}; }
  /// How a SIGTERM ends it, in UnitState's words.
  [[nodiscard]] virtual std::string last_exit() const { return "signal 15"; }
};

/// Makes the process that a start command stands for. Never null.
using ProcessMaker = std::function<std::unique_ptr<Process>(Start)>;

}  // namespace ff::adapters::sim
