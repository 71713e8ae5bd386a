#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "domain/intent.h"

namespace ff::ports {

/// Who holds a lock, as others are told.
struct Holder {
  RunId run;
  std::string operator_name;  ///< user@host
  WallTime since = {};
  std::string verb;  ///< "switch replica"
};

/// Another operator's wish that the run which holds a lock ends.
struct StopWish {
  std::string operator_name;  ///< user@host
  std::string reason;
};

/// All locks of a run. While it lives its heartbeats go on; destroying it releases whatever is still held.
class Lease {
 public:
  virtual ~Lease() = default;
  /// Success when every machine acknowledged a heartbeat within the last 5 s; else lease_lost, naming the
  /// machine.
  virtual Status fresh() = 0;
  /// The same for one machine.
  virtual Status fresh_on(const MachineName& machine) = 0;
  /// Tells others which step is under way; shown with the lock. Never fails a run.
  virtual void note(const std::string& step) = 0;
  /// Stopped once another operator has asked, at any machine, that this run ends at its next step.
  virtual std::stop_token asked_to_stop() = 0;
  /// Whose wish that was; nothing while nobody has asked.
  virtual std::optional<StopWish> stop_wish() = 0;
  /// Ends all locks in order and waits until they are free.
  virtual Status release(Limit limit) = 0;
};

class LockService {
 public:
  virtual ~LockService() = default;
  /// Locks every machine, each once, in machine-id order, without waiting for a holder: one busy releases all
  /// and fails with `locked`, its evidence the holder's words. Fails with unreachable, not_permitted,
  /// read-only disks.
  virtual Result<std::unique_ptr<Lease>> take(const Holder& holder, Limit limit) = 0;
};

}  // namespace ff::ports
