#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/hold.h"
#include "app/outage_probe.h"
#include "app/switch.h"
#include "engine/run.h"

namespace ff::app {

/// One run under the lock, from the intent's first note to the lock's release: carries out the plan and, when
/// a step fails on the way, looks, plans again and goes on or back. Made, run once, and gone.
class Execution {
 public:
  Execution(const Scene& scene, Hold hold, const SwitchRequest& request, const domain::Snapshot& before,
            const domain::Plan& plan);

  /// Carries out the plan and says how the cluster stands at the end.
  domain::Outcome run(std::stop_token stop);

 private:
  Status begin();
  /// The engine and, beside it, the probe that measures the outage.
  engine::Ended carry_out(const std::stop_token& stop);
  domain::Outcome conclude(const engine::Ended& ended);
  /// What the outage was spent on, for the next prediction: a lost line makes that worse, nothing else.
  void record_outage(const engine::Ended& ended);
  /// Only a look tells what serves: the plan's end was reached, or a step failed on the way. `as_before`:
  /// nothing was stopped, and what was changed is put back.
  void judge(const engine::Ended& ended, bool as_before, domain::Outcome& outcome);
  [[nodiscard]] domain::Outcome::Kind reached_kind() const;
  void finish(domain::Outcome& outcome);
  domain::Outcome failed_to_begin(Error error);

  // What a run does after a step that failed: execution_setback.cpp.

  /// Looks, and makes another plan the one to carry out; false when the run has to end as it is.
  bool plan_anew(const engine::Ended& ended, const std::stop_token& stop);
  /// Towards the same profile without what was lost.
  bool go_on(const std::vector<domain::Step>& failed, const Error& failure, const domain::Snapshot& now);
  /// Notes what the failure cost the target; false when that is nothing that was not lost before.
  bool lose(const std::vector<domain::Step>& failed, const Error& failure, const domain::Snapshot& now);
  /// To the profile that served before, once.
  bool turn_back(const domain::Snapshot& now);
  [[nodiscard]] ProfileName way_back() const;
  void tell_replanned(const std::string& text);
  /// To the first failure: why what it led to was not done.
  void add_evidence(std::string line);
  [[nodiscard]] bool can_be_put_back() const;
  /// Nothing was stopped yet: the route and the watchdogs are put back as they were.
  Status put_back();
  [[nodiscard]] domain::Plan route_back(const std::vector<domain::Instance>& healthy) const;
  /// Going back failed too: a power cycle is to try the previous profile once more.
  void leave_for_next_boot();

  const Scene& declared_;     ///< with everything that was declared
  domain::Declaration left_;  ///< what was declared, without what this run has lost
  Scene scene_;               ///< of `left_`
  Hold hold_;
  const SwitchRequest& request_;
  const domain::Snapshot& before_;
  const domain::Plan& first_;  ///< the plan that was agreed to
  domain::Plan plan_;          ///< the one under way
  domain::Intent intent_;
  engine::Context context_;
  OutageProbe probe_;
  MonoTime began_;
  bool touched_ = false;  ///< something was stopped or started
  bool replanned_ = false;
  bool went_back_ = false;                ///< the plan under way leads to the profile before
  bool second_chance_ = true;             ///< one failure that cost nothing may be met by the same plan again
  domain::Plan course_;                   ///< the stages that came to their end, of all plans
  std::vector<engine::StageTime> times_;  ///< of those
  std::optional<Error> first_error_;
};

}  // namespace ff::app
