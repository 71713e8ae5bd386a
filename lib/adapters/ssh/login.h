#pragma once

#include "adapters/ssh/session.h"

namespace ff::adapters::ssh {

/// Proves who we are, without ever asking anybody: key files without a passphrase and the agent's keys.
class Login {
 public:
  Login(Session& session, const Route& route, Waiting& waiting)
      : session_(session), route_(route), waiting_(waiting) {}

  /// `not_trusted` with what became of each key, timeout, cancelled, unreachable when the server hangs up.
  Status run();

 private:
  /// True once logged in.
  Result<bool> try_files();
  Result<bool> try_file(const std::string& file);
  Result<bool> try_agent();
  Result<bool> outcome_of(int answer, const std::string& key);

  Session& session_;
  const Route& route_;
  Waiting& waiting_;
  std::vector<std::string> tried_;
};

}  // namespace ff::adapters::ssh
