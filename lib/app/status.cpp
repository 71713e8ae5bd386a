#include "app/status.h"

#include <utility>

namespace ff::app {

StatusReport status(const Scene& scene, Tokens tokens, std::stop_token stop) {
  const Milliseconds deadline = tokens == Tokens::asked ? whole_observe_deadline : observe_deadline;
  const Limit limit = ports::within(*scene.readers.clock, deadline, std::move(stop));
  const domain::Rung rung = tokens == Tokens::asked ? domain::Rung::token : domain::Rung::model_named;
  StatusReport report;
  report.snapshot = observe_all(scene, observe::Depth::quick, tokens, limit);
  report.judgement = planner::judge(scene.declaration, report.snapshot, rung);
  return report;
}

}  // namespace ff::app
