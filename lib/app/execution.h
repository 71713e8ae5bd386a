#pragma once

#include <stop_token>

#include "app/outage_probe.h"
#include "app/switch.h"
#include "engine/run.h"

namespace ff::app {

/// One run under the lock, from the intent's first note to the lock's release. Made, run once, and gone.
class Execution {
 public:
  Execution(const Scene& scene, ports::World& world, const SwitchRequest& request,
            const domain::Snapshot& before, const domain::Plan& plan);

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
  /// Nothing was stopped yet: the route and the watchdogs are put back as they were.
  Status put_back();
  [[nodiscard]] domain::Plan route_back() const;
  void finish(domain::Outcome& outcome);
  domain::Outcome failed_to_begin(Error error);

  const Scene& scene_;
  ports::World& world_;
  const SwitchRequest& request_;
  const domain::Snapshot& before_;
  const domain::Plan& plan_;
  domain::Intent intent_;
  OutageProbe probe_;
  MonoTime began_;
};

}  // namespace ff::app
