#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/ids.h"
#include "base/result.h"
#include "base/time.h"
#include "base/unique_fd.h"

namespace ff::adapters::lease {

/// What a holder answered to one question.
struct Reply {
  int code = 0;
  std::string output;  ///< at most 64 KiB
};

/// One question that waits for its answer. `reply` is guarded by the pump's mutex; `answered` becomes
/// readable once it is there.
struct Ticket {
  std::uint64_t id = 0;
  UniqueFd answered;
  std::optional<Result<Reply>> reply;
};

/// What a holder tells when it stands.
struct Ready {
  int uid = -1;
  MachineId machine_id;
  BootId boot_id;
  int pid = 0;
  std::string session;  ///< "PID STARTED" of the process that it would end; empty when it found none
};

/// The conversation with one holder, without descriptor and thread: bytes in, bytes out. PROTOCOL.md tells
/// its lines. Not safe to call from several threads.
class HolderLink {
 public:
  HolderLink(MachineName machine, std::string token);

  /// The ticket that is answered, with an empty reply, when the holder stands.
  [[nodiscard]] const std::shared_ptr<Ticket>& standing() const { return standing_; }
  /// Asks; `content` goes before the question. Answered at once with the fault when the link is dead.
  std::shared_ptr<Ticket> ask(const std::string& verb, const std::string& rest,
                              std::string_view content = {});
  /// Says a line that has no answer.
  void tell(const std::string& line);
  /// The holder was seen to stand now; the first heartbeat goes out at once.
  void stands(MonoTime now);
  [[nodiscard]] MonoTime stood_at() const { return stood_at_; }
  /// Sends a heartbeat ahead of everything that is not begun, unless the last one is still unsent.
  void beat(MonoTime now);

  /// What is to be sent next; empty when nothing is.
  [[nodiscard]] std::string_view to_send() const;
  void sent(std::size_t count);
  /// Bytes that the holder said; a word that is not the protocol's ends the link.
  void feed(std::string_view bytes);
  /// Every open ticket is answered with this error (by default that the holder ended), as are all later ones.
  void end(std::optional<Error> why = {});

  [[nodiscard]] const MachineName& machine() const { return machine_; }
  [[nodiscard]] bool alive() const { return !fault_; }
  [[nodiscard]] const std::optional<Ready>& ready() const { return ready_; }
  /// When the newest acknowledged heartbeat was sent.
  [[nodiscard]] MonoTime acknowledged() const { return acknowledged_; }
  /// The first of what a chatty login shell said before the holder stood.
  [[nodiscard]] const std::string& chatter() const { return chatter_; }
  /// What another operator left beside the lock for ff to read, as it was written; empty while nothing.
  [[nodiscard]] const std::string& request() const { return request_; }

 private:
  void await_standing();
  void obey(std::string_view line);
  void answer(std::uint64_t id, int code);
  static void settle(Ticket& ticket, Result<Reply> reply);

  MachineName machine_;
  std::string mark_;
  std::string received_;
  std::string chatter_;
  std::string request_;
  std::deque<std::string> messages_;
  std::size_t sent_ = 0;  ///< of the first message
  bool beat_waits_ = false;
  std::uint64_t last_id_ = 0;
  std::shared_ptr<Ticket> standing_;
  std::map<std::uint64_t, std::shared_ptr<Ticket>> open_;
  std::map<std::uint64_t, std::string> outputs_;
  std::map<std::uint64_t, MonoTime> beats_;
  MonoTime acknowledged_{};
  MonoTime stood_at_{};
  std::optional<Ready> ready_;
  std::optional<Error> fault_;
};

}  // namespace ff::adapters::lease
