#include "adapters/ssh/login.h"

#include <unistd.h>

#include "adapters/ssh/host_keys.h"

namespace ff::adapters::ssh {

Status Login::run() {
  FF_TRY(first, route_.identities_only ? try_files() : try_agent());
  if (first) return Done{};
  FF_TRY(second, route_.identities_only ? try_agent() : try_files());
  if (second) return Done{};
  Error error{ErrorCode::not_trusted, {}, {}, tried_, {}};
  error.what = route_.peer() + " does not let " + route_.user + " in with any key";
  if (tried_.empty())
    error.evidence.push_back("there is no key: no file of the configuration exists, no agent");
  return fail(std::move(error));
}

Result<bool> Login::try_files() {
  for (const std::string& file : route_.identity_files) {
    if (::access(file.c_str(), F_OK) != 0) continue;
    FF_TRY(in, try_file(file));
    if (in) return true;
  }
  return false;
}

Result<bool> Login::try_file(const std::string& file) {
  ssh_key raw = nullptr;
  // Without a passphrase and without a callback libssh fails on an encrypted key instead of asking for one.
  const auto refuse = [](const char*, char*, std::size_t, int, int, void*) { return -1; };
  if (ssh_pki_import_privkey_file(file.c_str(), nullptr, refuse, nullptr, &raw) != SSH_OK) {
    tried_.push_back(file + ": not readable without a passphrase");
    return false;
  }
  const KeyHandle key(raw);
  FF_TRY(answer, session_.drive(waiting_, SSH_AUTH_AGAIN, "the answer to a login", [&] {
    return ssh_userauth_publickey(session_.handle(), nullptr, key.get());
  }));
  return outcome_of(answer, file);
}

Result<bool> Login::try_agent() {
  if (route_.agent.empty()) return false;
  FF_TRY(answer, session_.drive(waiting_, SSH_AUTH_AGAIN, "the answer to a login",
                                [&] { return ssh_userauth_agent(session_.handle(), nullptr); }));
  return outcome_of(answer, "the keys of the agent " + route_.agent);
}

Result<bool> Login::outcome_of(int answer, const std::string& key) {
  if (answer == SSH_AUTH_SUCCESS) return true;
  if (!session_.alive())
    return fail(ErrorCode::unreachable, "the server hung up during login: " + session_.error());
  tried_.push_back(key +
                   (answer == SSH_AUTH_PARTIAL ? ": accepted, but the server wants more" : ": refused"));
  return false;
}

}  // namespace ff::adapters::ssh
