#pragma once

#include <poll.h>

#include <deque>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "adapters/lease/holder_link.h"
#include "codec/holder.h"
#include "ports/clock.h"

namespace ff::adapters::lease {

/// The one thread that owns the descriptors of a lease's holders: it moves bytes and beats the hearts.
/// Everything else asks here and waits for tickets. Safe to call from several threads.
class Pump {
 public:
  /// The clock is borrowed and outlives the pump. A link without an acknowledged heartbeat for `silence_max`
  /// is ended: its holder has given up too. `holder_run` is the run whose requests to stop count.
  Pump(ports::Clock& clock, Milliseconds beat_every, Milliseconds silence_max, RunId holder_run);
  /// Closes every link; a holder that was not told goodbye then ends its session.
  ~Pump();
  Pump(const Pump&) = delete;
  Pump& operator=(const Pump&) = delete;

  using Link = std::size_t;

  /// Takes over a holder's descriptor.
  Link add(MachineName machine, std::string token, UniqueFd stream);
  /// What the holder told of itself, once it stands. The link's error, or the limit's end.
  Result<Ready> standing(Link link, const Limit& limit);
  std::shared_ptr<Ticket> ask(Link link, const std::string& verb, const std::string& rest = {},
                              std::string_view content = {});
  /// Waits for an answer: the reply, the link's error, timeout or cancelled.
  Result<Reply> await(const Ticket& ticket, const Limit& limit);
  void tell(Link link, const std::string& line);
  /// The link has ended, or its newest acknowledged heartbeat is older than `age_max`.
  Status fresh(Link link, Milliseconds age_max);
  /// What came before the holder stood, for an error.
  std::string chatter(Link link);
  [[nodiscard]] bool alive(Link link);
  /// Stopped by the first holder that passes on another operator's request that the run stops.
  [[nodiscard]] std::stop_token requested() const { return requested_.get_token(); }
  /// That request; nothing while there is none.
  std::optional<codec::StopNote> request();

 private:
  struct Held {
    HolderLink link;
    UniqueFd stream;  ///< touched by the thread alone once it is in
  };
  void run();
  int beat_and_wait_ms();
  void move_bytes(const std::vector<pollfd>& fds);
  void beat(Held& held, MonoTime now) const;
  void receive(Held& held);
  void send(Held& held);
  void wake() const;

  ports::Clock& clock_;
  const Milliseconds beat_every_;
  const Milliseconds silence_max_;
  const RunId run_;
  std::mutex mutex_;
  std::deque<Held> held_;
  MonoTime next_beat_{};
  bool stopping_ = false;
  UniqueFd wake_;
  std::stop_source requested_;
  std::thread thread_;
};

}  // namespace ff::adapters::lease
