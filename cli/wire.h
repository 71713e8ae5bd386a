#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "domain/profile.h"
#include "ports/imagined.h"
#include "ports/takeover.h"
#include "ports/world.h"

namespace ff::cli {

/// The real world: the only place that names concrete adapters. Making it dials nothing; machines are reached
/// when they are first asked. Everything that it hands out lives as long as it does.
class Wire {
 public:
  /// Declaration and events must outlive it.
  Wire(const domain::Declaration& declaration, ports::Clock& clock, ports::Events& events);
  ~Wire();
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

  [[nodiscard]] ports::Readers& readers();
  [[nodiscard]] ports::Gate& gate();
  [[nodiscard]] ports::Takeover& takeover();
  /// Why this machine could keep no copy of the run's record; nothing while all is well. No run fails for it.
  [[nodiscard]] std::optional<Error> record_copy_fault();

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

/// Another ff that carries a run out apart from this terminal.
class DetachedRun {
 public:
  virtual ~DetachedRun() = default;
  /// Its exit status once it has ended; nothing while it runs.
  [[nodiscard]] virtual std::optional<int> ended() = 0;
  /// A command that shows what it says.
  [[nodiscard]] virtual std::string look() = 0;
  /// The last lines that it said, safe on a terminal.
  [[nodiscard]] virtual std::vector<std::string> last_words() = 0;
};
/// Starts the command, by its absolute path: in a transient unit of that name where systemd runs, else in a
/// session of its own.
[[nodiscard]] Result<std::unique_ptr<DetachedRun>> start_detached(const domain::Cluster& cluster,
                                                                  const std::string& name,
                                                                  const std::vector<std::string>& command);

/// The same on another machine, in a transient unit of its systemd, over a link of its own.
[[nodiscard]] Result<std::unique_ptr<DetachedRun>> start_far(const domain::Cluster& cluster,
                                                             const domain::Machine& machine,
                                                             const std::string& name,
                                                             const std::vector<std::string>& command);

/// Worlds that are only imagined, of the declaration's machines; it outlives them.
[[nodiscard]] ports::Imagine imagine_with(const domain::Declaration& declaration);

/// Ids of the cluster's runs whose record this machine has a copy of; asks nobody.
[[nodiscard]] std::vector<std::string> runs_made_here(const domain::Cluster& cluster);

}  // namespace ff::cli
