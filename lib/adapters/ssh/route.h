#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "adapters/ssh/ssh_dialer.h"
#include "base/result.h"
#include "base/time.h"

namespace ff::adapters::ssh {

/// Everything that OpenSSH's configuration says of one host, with all names and tokens expanded.
struct Route {
  std::string hostname;  ///< address or name to connect to
  std::uint16_t port = 22;
  std::string user;
  std::string key_name;                        ///< the name that known_hosts has it under
  std::vector<std::string> identity_files;     ///< private keys, in the order to try
  std::vector<std::string> known_hosts_files;  ///< the user's first, then the machine's
  std::string agent;                           ///< path of the agent's socket; empty for none
  bool identities_only = false;                ///< the files first, then the agent
  std::string key_exchange;   ///< methods that the configuration allows, in its order; empty: any
  std::string proxy_command;  ///< run by a shell instead of a TCP connection; empty for none

  /// "10.77.0.11:22", or the proxy's command.
  [[nodiscard]] std::string peer() const;
};

/// Who asks: the parts of this machine that tokens and tildes stand for.
struct Asker {
  std::string home;
  std::string user;
  std::string host;
  std::string agent;  ///< SSH_AUTH_SOCK
};

/// Reads what `ssh -G` printed. `bad_input` when it names no host or a port that is none.
Result<Route> parse_dump(std::string_view dump, const Settings& settings, const Asker& asker);

/// Asks `ssh -G`; where there is no ssh, libssh's own reader, which knows less (no HostKeyAlias, one key, no
/// ProxyJump). `bad_input` with ssh's words for a faulty file; timeout, cancelled.
Result<Route> resolve(const Settings& settings, Limit limit);

}  // namespace ff::adapters::ssh
