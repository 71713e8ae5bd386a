#pragma once

#include <libssh/callbacks.h>
#include <libssh/libssh.h>
#include <poll.h>

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "adapters/ssh/requests.h"
#include "adapters/ssh/session.h"

namespace ff::adapters::ssh {

/// One channel of a session and the socket pair whose other end a caller holds. Belongs to the link thread.
/// No queue of its own: what the caller does not take stays in libssh's buffer, which the channel's window
/// bounds, and what the far side does not take stays in the socket.
class Channel {
 public:
  Channel(Session& session, Requests& requests, std::shared_ptr<Request> request, ports::Target target);
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  /// Opens, moves bytes, ends: whatever can be done without waiting. True when something was done.
  bool advance();
  /// Nothing is left to do: to be destroyed.
  [[nodiscard]] bool done() const { return phase_ == Phase::done; }
  /// What to poll for; a negative descriptor for nothing.
  [[nodiscard]] pollfd wanted() const;
  /// When advance() is due even if nothing comes.
  [[nodiscard]] MonoTime due() const;
  /// What poll() has seen.
  void seen(short events);
  /// The session is dead: an open() that waits gets this error.
  void link_lost(const Error& error);

 private:
  enum class Phase { opening, starting, open, closing, done };

  static int on_data(ssh_session, ssh_channel, void* data, std::uint32_t size, int is_error, void* self);
  static void on_end(ssh_session, ssh_channel, void* self);
  static void on_close(ssh_session, ssh_channel, void* self);
  static void on_exit(ssh_session, ssh_channel, int status, void* self);
  static void on_signal(ssh_session, ssh_channel, const char* name, int, const char*, const char*,
                        void* self);

  [[nodiscard]] bool is_command() const;
  int open_call();
  bool advance_open();
  bool opened();
  void refused();
  int take_data(const char* data, std::uint32_t size);
  bool deliver_held();
  bool deliver_end();
  bool send_input();
  bool send_end();
  bool close();
  void caller_left();
  void drop_near();
  void exited(std::string how, bool failed);
  void keep_last_words();

  Session& session_;
  Requests& requests_;
  std::shared_ptr<Request> request_;  ///< until answered
  ports::Target target_;
  ssh_channel channel_ = nullptr;
  ssh_channel_callbacks_struct callbacks_ = {};
  UniqueFd near_;    ///< our end
  UniqueFd caller_;  ///< the caller's, until answered
  Phase phase_ = Phase::opening;

  std::uint32_t held_ = 0;  ///< bytes that libssh keeps for us
  std::string spill_;       ///< taken from libssh, not yet by the caller
  std::string input_;       ///< taken from the caller, not yet by libssh
  std::string errors_;      ///< the end of the command's stderr
  std::string failure_;     ///< how the command ended, if badly
  bool far_ended_ = false;
  bool far_closed_ = false;
  bool exited_ = false;
  bool told_end_ = false;
  bool input_ended_ = false;
  bool end_sent_ = false;
  bool caller_gone_ = false;
  MonoTime linger_until_ = MonoTime::max();  ///< set once the caller has gone
};

}  // namespace ff::adapters::ssh
