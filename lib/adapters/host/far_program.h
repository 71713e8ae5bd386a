#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "adapters/host/shell_host_reader.h"

namespace ff::adapters::host {

/// A program on another machine that outlives who started it: a transient unit of its systemd.
class FarProgram {
 public:
  /// Starts the program as root in the unit `name`.service. `dialer` is borrowed.
  static Result<FarProgram> start(ports::Dialer& dialer, const MachineName& machine, const std::string& name,
                                  const std::vector<std::string>& command, const Limit& limit);

  /// Its exit status once it has ended; nothing while it runs or when that cannot be told.
  [[nodiscard]] std::optional<int> ended(const Limit& limit);
  /// Where to look at what it says: a command to type, and the machine where.
  [[nodiscard]] std::string look() const;
  /// The last lines that it said.
  [[nodiscard]] std::vector<std::string> last_words(const Limit& limit);

 private:
  std::unique_ptr<ShellHostReader> shell_;
  MachineName machine_;
  std::string unit_;
};

}  // namespace ff::adapters::host
