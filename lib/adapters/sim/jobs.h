#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "adapters/sim/unit_book.h"
#include "base/result.h"

namespace ff::adapters::sim {

enum class JobKind { start, stop };

/// What the job queue asks of the units themselves.
class JobWork {
 public:
  virtual ~JobWork() = default;
  /// Whether the unit is there already, so that no job is needed.
  virtual bool done_already(const UnitName& unit, JobKind kind) = 0;
  /// False while the unit is on its way down: a start has to wait for that.
  virtual bool can_begin(const UnitName& unit, JobKind kind) = 0;
  /// Begins it; Jobs::finished is called at its end, perhaps before this returns.
  virtual void begin(const UnitName& unit, JobKind kind) = 0;
  /// A start takes a running unit down by Conflicts=.
  virtual void taken_down(const UnitName& victim, const UnitName& by) = 0;
};

/// systemd's job queue in mode "replace": a start pulls in what the unit requires and stops what conflicts,
/// a stop takes along what depends on the unit; jobs of ordered units wait for each other, those of unordered
/// ones do not. Measured on systemd 252.
class Jobs {
 public:
  using Id = std::uint64_t;

  Jobs(UnitBook& book, JobWork& work) : book_(book), work_(work) {}

  /// Queues a job with all that belongs to it. Fails with `refused` (masked, contradiction) or `not_found`,
  /// and then nothing was queued. What needs no job has the result "done" at once.
  Result<Id> queue(const UnitName& unit, JobKind kind);
  /// The unit's job came to its end: "done", "failed", "timeout".
  void finished(const UnitName& unit, const std::string& result);
  /// Begins what can be begun; to be called when a unit came to rest by itself.
  void run();
  /// Forgets everything, as a power cut does.
  void clear();

  [[nodiscard]] bool queued(const UnitName& unit) const { return jobs_.contains(unit); }
  [[nodiscard]] std::optional<JobKind> running(const UnitName& unit) const;
  /// How a job ended; nothing while it waits or runs.
  [[nodiscard]] std::optional<std::string> result(Id job) const;

 private:
  struct Job {
    Id id = 0;
    JobKind kind = JobKind::start;
    bool running = false;
  };
  struct Transaction {
    std::set<UnitName> starts;
    std::map<UnitName, UnitName> stops;  ///< and the unit whose start asked for it, empty for none
    std::set<UnitName> rivals;           ///< of what is started, also those at rest

    /// A unit would be both started and stopped, which systemd refuses even where it is at rest.
    [[nodiscard]] bool contradicts_itself() const;
  };

  Status add_start(const UnitName& unit, Transaction& transaction);
  void add_stop(const UnitName& unit, const UnitName& by, Transaction& transaction);
  Id put(const UnitName& unit, JobKind kind);
  [[nodiscard]] bool blocked(const UnitName& unit, const Job& job);
  void fail_dependents(const UnitName& unit);

  UnitBook& book_;
  JobWork& work_;
  Id last_ = 0;
  bool running_ = false;
  bool again_ = false;
  std::map<UnitName, Job> jobs_;
  std::map<Id, std::string> results_;
};

}  // namespace ff::adapters::sim
