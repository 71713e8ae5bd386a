#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/unique_fd.h"
#include "ports/dialer.h"

namespace ff::adapters::ssh {

/// One call of open() or connect(), on its way to the link thread and back. Shared by both threads: when the
/// caller has left, the answer dies with the last of them, and with it the descriptor.
class Request {
 public:
  /// No target: only the session is wanted. No session, by its number: any will do.
  explicit Request(std::optional<ports::Target> target, std::optional<std::uint64_t> session = {});

  [[nodiscard]] const std::optional<ports::Target>& target() const { return target_; }
  [[nodiscard]] const std::optional<std::uint64_t>& session() const { return session_; }
  /// Link thread, before the answer: the number of the session that serves it.
  void served_by(std::uint64_t session) { served_by_ = session; }
  /// Caller, after the answer: that number; 0 when none did.
  [[nodiscard]] std::uint64_t served_by() const { return served_by_; }
  /// Link thread, once. An answer to connect() holds no descriptor.
  void answer(Result<UniqueFd> result);
  /// Caller: readable once there is an answer.
  [[nodiscard]] int answered() const { return answered_.get(); }
  /// Caller: the answer, if it has come; only the first call gets it.
  std::optional<Result<UniqueFd>> take();

 private:
  const std::optional<ports::Target> target_;
  const std::optional<std::uint64_t> session_;
  std::atomic<std::uint64_t> served_by_ = 0;
  UniqueFd answered_;
  std::mutex mutex_;
  std::optional<Result<UniqueFd>> result_;
};

/// The way from the callers' threads to the link thread, and what it tells them.
class Requests {
 public:
  Requests();

  /// Queues a request and wakes the link thread.
  void put(std::shared_ptr<Request> request);
  /// Link thread: all that were queued.
  std::deque<std::shared_ptr<Request>> take();
  /// Readable while requests may be queued.
  [[nodiscard]] int arrived() const { return arrived_.get(); }
  /// Wakes the link thread for another reason.
  void wake();

  /// What the link thread is at while there is no session yet; empty once there is one, or none to come.
  void set_phase(std::string phase);
  std::string phase();
  void keep_last_words(std::vector<std::string> words);
  std::vector<std::string> last_words();

 private:
  UniqueFd arrived_;
  std::mutex mutex_;
  std::deque<std::shared_ptr<Request>> queue_;
  std::vector<std::string> last_words_;
  std::string phase_;
};

}  // namespace ff::adapters::ssh
