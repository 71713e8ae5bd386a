#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "base/unique_fd.h"

namespace ff {

/// A program of this machine, killed with its process group and reaped with the object. For adapters only.
class Child {
 public:
  /// Starts `command` (found by PATH) with the given descriptors as stdin, stdout and stderr, default signals
  /// and a process group of its own. `not_found` when there is no such program.
  static Result<Child> start(const std::vector<std::string>& command, int in, int out, int error);
  Child(Child&& other) noexcept;
  Child& operator=(Child&& other) noexcept;
  ~Child();

  /// Waits for its end, without a limit: call it once its output has ended. Exit status, 128 + signal.
  int reap();
  /// Sends a signal to its whole process group. To be called before reap() only.
  void signal(int number) const;
  [[nodiscard]] pid_t pid() const { return pid_; }

 private:
  explicit Child(pid_t pid) : pid_(pid) {}
  pid_t pid_ = -1;
};

/// What a program gave.
struct Finished {
  int status = 0;  ///< exit status, 128 + signal
  std::string out;
  std::string error;
};

/// Runs a program to its end with an empty input; output beyond 256 KiB ends it. `not_found`, timeout,
/// cancelled.
Result<Finished> run_child(const std::vector<std::string>& command, Limit limit);

}  // namespace ff
