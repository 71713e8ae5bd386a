#pragma once

#include <libssh/callbacks.h>
#include <libssh/libssh.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "adapters/ssh/route.h"
#include "base/child.h"
#include "base/waiting.h"

namespace ff::adapters::ssh {

struct SessionFree {
  void operator()(ssh_session session) const { ssh_free(session); }
};
using SessionHandle = std::unique_ptr<ssh_session_struct, SessionFree>;

/// One SSH session and the connection under it. Belongs to one thread.
class Session {
 public:
  /// Connects, proves the server's key and logs in. Every way to fail has words of its own: unreachable,
  /// not_trusted, bad_input (the configuration), cancelled. `limit` bounds all of it.
  /// `at_work` is told what is being done.
  static Result<std::unique_ptr<Session>> open(const Settings& settings, Limit limit,
                                               const std::function<void(std::string)>& at_work);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  [[nodiscard]] ssh_session handle() const { return handle_.get(); }
  /// The connection, for poll() only.
  [[nodiscard]] int descriptor() const { return connection_.get(); }
  /// What poll() has to wait for.
  [[nodiscard]] short events() const;
  /// Whether bytes wait to be sent.
  [[nodiscard]] bool congested() const;
  /// How many bytes have come so far: whoever called into libssh compares it to know whether to look again.
  [[nodiscard]] std::uint64_t received() const { return counter_.in_bytes; }
  [[nodiscard]] bool alive() const { return ssh_is_connected(handle_.get()) != 0; }
  /// libssh's last words.
  [[nodiscard]] std::string error() const { return ssh_get_error(handle_.get()); }
  /// To be called after every wake-up: sshd delays small packets until the last one is acknowledged.
  void acknowledge_at_once() const;
  /// Sends a question that every server answers, with no for that matter; not while one is unanswered.
  void ask_for_life();
  /// Ends the connection at once and throws away what has not been sent: nothing may take effect later.
  void abort();

 private:
  Session() = default;
  Status connect(const Route& route, Limit limit, const std::function<void(std::string)>& at_work);
  /// The error with what the proxy's command wrote to stderr.
  [[nodiscard]] Error with_proxy_words(Error error) const;
  Status exchange_keys(const Route& route, Waiting& waiting);
  /// Repeats a non-blocking call of libssh until it no longer answers `again`.
  Result<int> drive(Waiting& waiting, int again, const char* awaited, const std::function<int()>& call);

  SessionHandle handle_;
  UniqueFd connection_;
  std::optional<Child> proxy_;
  UniqueFd proxy_words_;
  ssh_counter_struct counter_ = {};
  friend class Login;
};

}  // namespace ff::adapters::ssh
