#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "base/unique_fd.h"

namespace ff::adapters::ssh {

/// A program of this machine, killed and reaped with the object. Movable.
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

}  // namespace ff::adapters::ssh
