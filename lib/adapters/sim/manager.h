#pragma once

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "adapters/sim/jobs.h"
#include "adapters/sim/process.h"
#include "adapters/sim/timeline.h"
#include "adapters/sim/unit_book.h"
#include "domain/unit.h"

namespace ff::adapters::sim {

/// A line of a machine's journal.
struct JournalLine {
  WallTime at;
  std::string text;
};

/// Changes of some units since it was made, each unit once until it is taken.
struct Watcher {
  std::set<UnitName> units;
  std::deque<UnitName> changed;
};

/// One machine's service manager, as systemd 252 was measured to behave. Acts take effect at once or in
/// virtual time; nothing here waits.
class Manager : private JobWork {
 public:
  Manager(Timeline& timeline, Disk& disk, ProcessMaker maker);
  ~Manager() override = default;
  Manager(const Manager&) = delete;
  Manager& operator=(const Manager&) = delete;

  domain::UnitState state(const UnitName& unit);
  /// Of every unit file, and of the two targets that are reached at boot.
  std::vector<domain::UnitDefinition> definitions();
  std::shared_ptr<Watcher> watch(const std::vector<UnitName>& units);

  /// A start or stop by anybody: ff, a hand, a timer.
  Result<Jobs::Id> queue(const UnitName& unit, JobKind kind);
  [[nodiscard]] std::optional<std::string> result(Jobs::Id job) const { return jobs_.result(job); }
  /// Makes the links of [Install]. Fails on a masked unit and on one without [Install] or file.
  Status enable(const UnitName& unit);
  /// Removes them. On a masked unit it succeeds and leaves them; without a file it is `not_found`.
  Status disable(const UnitName& unit);
  void reset_failed(const UnitName& unit);
  /// The unit's main process is killed by signal 9; nothing when none runs.
  void crash(const UnitName& unit);
  void reload();
  Status reload_unit(const UnitName& unit);

  /// A unit as it stands when its world begins; what runs has run for long, or is still on its way up.
  void place(const UnitName& unit, const domain::UnitState& state, bool on_its_way);
  /// Everything that ran is gone, as after a power cut.
  void power_off();
  /// Starts what is enabled; of conflicting units the first by name.
  void boot();

  /// Lines that one invocation of a unit logged.
  [[nodiscard]] std::vector<JournalLine> journal(const InvocationId& invocation) const;
  /// When the unit last went from one state to another; nothing when it never did since the boot.
  [[nodiscard]] std::optional<MonoTime> changed_at(const UnitName& unit) const;
  /// The last start of the unit that wrote to the journal, also in an earlier boot; empty when none did.
  [[nodiscard]] InvocationId last_logged(const UnitName& unit) const;
  /// "VICTIM stopped by the start of UNIT", for each time that Conflicts= took a running unit down.
  [[nodiscard]] const std::vector<std::string>& taken_down() const { return taken_down_; }

 private:
  struct Unit {
    explicit Unit(Timeline& timeline) : agenda(timeline) {}
    domain::ActiveState active = domain::ActiveState::inactive;
    std::string sub = "dead";
    std::string result = "success";
    std::string last_exit;
    int restarts = 0;
    int main_pid = 0;
    InvocationId invocation;
    std::int64_t active_since_us = 0;
    std::optional<MonoTime> changed_at;
    bool restarting = false;      ///< the next start is systemd's own
    std::deque<MonoTime> starts;  ///< recent ones, for the start limit
    UnitFile file;                ///< as it was started from
    std::unique_ptr<Process> process;
    Agenda agenda;
  };

  bool done_already(const UnitName& unit, JobKind kind) override;
  bool can_begin(const UnitName& unit, JobKind kind) override;
  void begin(const UnitName& unit, JobKind kind) override;
  void taken_down(const UnitName& victim, const UnitName& by) override;

  Unit& unit(const UnitName& name);
  void set(const UnitName& name, domain::ActiveState active, const std::string& sub);
  void changed(const UnitName& name);
  void begin_start(const UnitName& name, const UnitFile& file);
  void begin_stop(const UnitName& name);
  void start_timer(const UnitName& name, const UnitFile& file);
  void elapse(const UnitName& name);
  void spawn(const UnitName& name);
  std::unique_ptr<Process> process_of(const UnitName& name);
  void run_process(const UnitName& name);
  void exited(UnitName name, InvocationId invocation, int status);
  void ended(const UnitName& name, const std::string& last_exit, const std::string& result);
  void restart_later(const UnitName& name);
  [[nodiscard]] bool too_many_starts(Unit& it, const UnitFile& file) const;
  [[nodiscard]] bool lacks_environment(const UnitFile& file) const;
  void stop_bound(const UnitName& name);

  Timeline& timeline_;
  Disk& disk_;
  ProcessMaker maker_;
  UnitBook book_;
  Jobs jobs_;
  int last_pid_ = 100;
  std::uint64_t last_invocation_ = 0;
  std::map<UnitName, std::unique_ptr<Unit>> units_;
  std::vector<std::weak_ptr<Watcher>> watchers_;
  std::map<InvocationId, std::vector<JournalLine>> journal_;
  std::map<UnitName, InvocationId> last_logged_;
  std::vector<std::string> taken_down_;
};

}  // namespace ff::adapters::sim
