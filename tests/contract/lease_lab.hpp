#pragma once

#include <memory>
#include <string>
#include <vector>

#include "adapters/lease/session_locks.h"
#include "adapters/ssh/ssh_dialer.h"
#include "base/waiting.h"
#include "ports/clock.h"

/// What the lock's tests share: the lab by its script, a machine's clock, and what a run holds.
namespace ff::tests {

/// Whether FF_WORLD says that there is a lab to be used.
[[nodiscard]] bool on_lab();
/// A file of the lab's folder, absolute.
[[nodiscard]] std::string lab_file(const std::string& name);

struct Said {
  int status = -1;
  std::string text;  ///< standard output
};
/// `scripts/lab WORDS...`, waited for.
Said lab(const std::vector<std::string>& words);
/// A command line on a box, by the lab and not by SSH: cuts do not stop it.
Said on_box(const std::string& box, const std::string& command);

class BootTimeClock : public ports::Clock {
 public:
  MonoTime now() override { return boot_now(); }
  WallTime wall() override;
  Status sleep_until(Limit limit) override;
};

/// One ff's way to one box, with a lock service of its own.
struct Run {
  /// `host` as it stands in `config`, a file for `ssh -F`.
  Run(const std::string& box, const std::string& host, const std::string& config,
      adapters::lease::Terms terms = {});

  Result<std::unique_ptr<ports::Lease>> take(const std::string& run, Milliseconds time);
  [[nodiscard]] Limit within(Milliseconds time) { return {boot_now() + time, {}}; }
  ports::HostControl& host() { return locks.host(machine); }

  MachineName machine;
  BootTimeClock clock;
  adapters::ssh::SshDialer dialer;
  adapters::lease::SessionLocks locks;
};

}  // namespace ff::tests
