#pragma once

#include <curl/curl.h>

#include <functional>
#include <memory>
#include <vector>

#include "base/unique_fd.h"
#include "load/options.h"
#include "load/sample.h"
#include "load/transfer.h"

namespace ff::load {

/// How a load went, beside its samples.
struct Course {
  Moment began;
  Moment ended;
  long not_sent = 0;  ///< left out because too many were under way
  bool interrupted = false;
};

/// Sends requests at a fixed rate, whatever becomes of them, in one thread. Takes SIGINT and SIGTERM as the
/// wish to end now.
class Driver {
 public:
  using Sink = std::function<void(const Sample&)>;

  /// Each request is handed to `sink` when it ends, in that order.
  Driver(const Options& options, Sink sink);
  ~Driver();
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;

  /// Sends for the time and count that the options give, then waits for what is under way, at most for the
  /// limit.
  Course run();

 private:
  void send_due();
  void send(Kind kind);
  void collect_done();
  void give_up_hung();
  void give_up_all(Ending ending);
  void wait();
  [[nodiscard]] bool sending() const;
  [[nodiscard]] double due_mono_ms(long number) const;
  void drop(std::size_t index, const Sample& sample);

  const Options& options_;
  Sink sink_;
  UniqueFd signals_;
  CURLM* multi_ = curl_multi_init();
  std::vector<std::unique_ptr<Transfer>> transfers_;
  Course course_;
  long sent_ = 0;
  std::string run_id_;
};

}  // namespace ff::load
