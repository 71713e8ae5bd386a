#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/child.h"
#include "base/result.h"
#include "base/time.h"

namespace ff::adapters::local {

/// A program that outlives who started it: its terminal, its session and, where systemd runs, its login.
class Detached {
 public:
  /// Starts the program, found by its absolute path, with this process's environment and folder: as root
  /// under systemd in a transient unit `name`.service, else in a session of its own that writes to `log`.
  static Result<Detached> start(const std::string& name, const std::vector<std::string>& command,
                                const std::string& log, const Limit& limit);

  /// Its exit status once it has ended, 128 + signal; nothing while it runs or when that cannot be told.
  [[nodiscard]] std::optional<int> ended(const Limit& limit);
  /// Where to look at what it says: a command to type.
  [[nodiscard]] const std::string& look() const { return look_; }
  /// The last lines that it said.
  [[nodiscard]] std::vector<std::string> last_words(const Limit& limit) const;

 private:
  std::string unit_;  ///< empty without systemd
  std::string log_;
  std::string look_;
  pid_t pid_ = -1;
};

}  // namespace ff::adapters::local
