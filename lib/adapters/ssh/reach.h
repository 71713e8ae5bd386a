#pragma once

#include <optional>

#include "adapters/ssh/route.h"
#include "base/child.h"
#include "base/unique_fd.h"

namespace ff::adapters::ssh {

/// A byte stream to a machine's sshd.
struct Reached {
  UniqueFd connection;         ///< non-blocking
  std::optional<Child> proxy;  ///< the command behind it, if any
  UniqueFd proxy_words;        ///< a file that its stderr goes to
};

/// Connects by TCP (Nagle off, dead peers found within 9 s) or through the proxy's command.
/// `unreachable` tells refused, no route, unknown name and silence apart; cancelled.
Result<Reached> reach(const Route& route, Limit limit);

}  // namespace ff::adapters::ssh
