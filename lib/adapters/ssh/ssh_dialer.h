#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ports/dialer.h"

namespace ff::adapters::ssh {

/// How to reach one machine.
struct Settings {
  MachineName machine;                                     ///< put into every error
  std::string host;                                        ///< as one would type it after `ssh`
  std::string config_file;                                 ///< given to `ssh -F`; empty for the user's own
  Milliseconds connect_timeout = std::chrono::seconds(5);  ///< from `ssh -G` to a finished login
  /// After so long a silence the server is asked for a sign of life; the fourth such silence in a row ends
  /// the link. A dead network is noticed earlier, by TCP, within 9 s.
  Milliseconds silence = std::chrono::seconds(5);
};

/// Dials from a machine through one SSH session. Making it costs nothing: the session is opened by the first
/// open(). When it died, what was open fails with link_lost, and what is opened some time later gets a new
/// one; a login that was refused is not tried again. A command's end of output is told when it has also
/// exited; closing its descriptor ends its input and breaks its output, no more. Safe to call from several
/// threads.
class SshDialer final : public ports::Dialer {
 public:
  explicit SshDialer(Settings settings);
  /// Closes the session and with it every descriptor given out; returns within 2 s whatever the far side
  /// does.
  ~SshDialer() override;
  SshDialer(const SshDialer&) = delete;
  SshDialer& operator=(const SshDialer&) = delete;

  /// Opens the session now, or tells why it cannot be had. Success when it is open already.
  Status connect(Limit limit);
  Result<UniqueFd> open(const ports::Target& target, Limit limit) override;
  /// A dialer for the one session that its own first open() gets: once that died it is link_lost for good.
  /// For what acts under a lock, whose fence ends that session and no other. Lives no longer than this
  /// dialer.
  [[nodiscard]] std::unique_ptr<ports::Dialer> pinned();
  /// What the last command that exited other than 0 wrote to stderr, after a line that names the command and
  /// its exit status; complete once its descriptor is at end of file. Empty when none did.
  [[nodiscard]] std::vector<std::string> last_words() override;

 private:
  class Core;
  class Pinned;
  std::shared_ptr<Core> core_;
};

}  // namespace ff::adapters::ssh
