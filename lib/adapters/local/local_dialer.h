#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ports/dialer.h"

namespace ff::adapters::local {

/// Dials from the machine that ff runs on. A command runs as `bash -c` in a process group of its own with a
/// clean signal mask. Closing its descriptor ends its input and breaks its output; a group that is still
/// there 1 s later gets SIGTERM, and 1 s after that SIGKILL. Safe to call from several threads.
class LocalDialer final : public ports::Dialer {
 public:
  explicit LocalDialer(MachineName machine);
  /// Ends the commands that still run and returns when all are reaped, within 2 s.
  ~LocalDialer() override;
  LocalDialer(const LocalDialer&) = delete;
  LocalDialer& operator=(const LocalDialer&) = delete;

  Result<UniqueFd> open(const ports::Target& target, Limit limit) override;
  /// As ports::Dialer says.
  [[nodiscard]] std::vector<std::string> last_words() override;

 private:
  class Commands;
  MachineName machine_;
  std::unique_ptr<Commands> commands_;
};

}  // namespace ff::adapters::local
