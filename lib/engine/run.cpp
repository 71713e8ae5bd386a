#include "engine/run.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "engine/carry_out.h"
#include "engine/starts.h"
#include "words/step.h"

namespace ff::engine {
namespace {

/// Record lines are small; a disk that takes longer for one is a fault to stop at.
constexpr Milliseconds record_deadline{15'000};

struct StepResult {
  Result<Evidence> evidence = fail(ErrorCode::cancelled, "was not begun");
  Milliseconds took{0};
};

/// A step that left its wait because another failed, or the operator asked, has not failed itself.
bool failed_itself(const StepResult& result) {
  return !result.evidence && result.evidence.error().code != ErrorCode::cancelled;
}

domain::Record record_of(const domain::Step& step, Context& context, domain::Record::Kind kind) {
  domain::Record record;
  record.kind = kind;
  record.at = context.world.readers.clock->wall();
  record.stage = context.stage;
  record.step = words::describe(step);
  record.where.machine = domain::machine_of(step);
  const auto units = domain::units_of(step);
  if (!units.empty()) record.where.unit = units.front();
  return record;
}

/// Lines of the record that wait to be written: what came of one stage goes out with what the next is about
/// to do, since each write is a trip to the route host in the middle of an outage.
class Notes {
 public:
  explicit Notes(Context& context) : context_(context) {}

  void add(domain::Record record) { waiting_.push_back(std::move(record)); }
  Status write() {
    if (waiting_.empty()) return Done{};
    const auto lines = std::exchange(waiting_, {});
    return context_.world.record->append(lines,
                                         ports::within(*context_.world.readers.clock, record_deadline));
  }

 private:
  Context& context_;
  std::vector<domain::Record> waiting_;
};

void tell(const domain::Record& record, const domain::Step& step, Context& context) {
  domain::Event event;
  event.kind = record.kind == domain::Record::Kind::about_to ? domain::Event::Kind::step_started
               : record.kind == domain::Record::Kind::done   ? domain::Event::Kind::step_done
                                                             : domain::Event::Kind::step_failed;
  event.at = record.at;
  event.run = context.run;
  event.stage = context.stage;
  event.stages = context.stages;
  event.step = domain::kind_of(step);
  event.where = record.where;
  event.text = record.kind == domain::Record::Kind::about_to ? record.step : record.text;
  event.elapsed = record.took;
  context.world.readers.events->emit(event);
}

Status note_begin(const domain::Stage& stage, Context& context, Notes& notes) {
  for (const domain::Step& step : stage.steps) {
    const domain::Record record = record_of(step, context, domain::Record::Kind::about_to);
    notes.add(record);
    context.world.lease->note(record.step);
    tell(record, step, context);
  }
  return notes.write();
}

void note_end(const domain::Stage& stage, const std::vector<StepResult>& results, Context& context,
              Notes& notes) {
  for (std::size_t i = 0; i < stage.steps.size(); ++i) {
    const StepResult& result = results[i];
    const auto kind = result.evidence ? domain::Record::Kind::done : domain::Record::Kind::failed;
    domain::Record record = record_of(stage.steps[i], context, kind);
    record.text = result.evidence ? result.evidence->text : result.evidence.error().what;
    record.took = result.took;
    if (failed_itself(result)) record.starts = starts_of(stage.steps[i], context);
    tell(record, stage.steps[i], context);
    notes.add(std::move(record));
  }
}

std::vector<StepResult> run_lanes(const domain::Stage& stage, Context& context, const std::stop_token& stop) {
  std::vector<StepResult> results(stage.steps.size());
  std::vector<ports::Lane> lanes;
  for (std::size_t i = 0; i < stage.steps.size(); ++i) {
    const domain::Step& step = stage.steps[i];
    lanes.push_back({domain::machine_of(step), [&, i](std::stop_token lane_stop) -> Status {
                       ports::Clock& clock = *context.world.readers.clock;
                       const MonoTime began = clock.now();
                       results[i].evidence = carry_out(stage.steps[i], context, std::move(lane_stop));
                       results[i].took = std::chrono::duration_cast<Milliseconds>(clock.now() - began);
                       if (!results[i].evidence) return std::unexpected(results[i].evidence.error());
                       return Done{};
                     }});
  }
  (void)context.world.readers.lanes->run(std::move(lanes), stop);
  return results;
}

StageTime time_of(const std::vector<StepResult>& results) {
  StageTime time;
  for (const StepResult& result : results) {
    if (!result.evidence) continue;
    time.took = std::max(time.took, result.took);
    time.acts = std::max(time.acts, result.evidence->act_took);
    time.ladder = std::max(time.ladder, result.evidence->ladder.value_or(Milliseconds{0}));
  }
  return time;
}

/// The failure that made the others leave their waits, so never one of those.
const Error* first_failure(const std::vector<StepResult>& results) {
  const Error* first = nullptr;
  for (const StepResult& result : results) {
    if (result.evidence) continue;
    const Error& error = result.evidence.error();
    if (first == nullptr || first->code == ErrorCode::cancelled) first = &error;
  }
  return first;
}

void note_failed(const domain::Stage& stage, const std::vector<StepResult>& results, Ended& ended) {
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (failed_itself(results[i])) ended.failed.push_back(stage.steps[i]);
  }
}

template <class Kind>
bool has(const domain::Stage& stage) {
  return std::ranges::any_of(
      stage.steps, [](const domain::Step& step) { return std::holds_alternative<Kind>(step.action); });
}

Ended& stopped(Ended& ended, const Error& error, const std::stop_token& stop) {
  const bool asked = error.code == ErrorCode::cancelled && stop.stop_requested();
  ended.how = asked ? Ended::How::interrupted : Ended::How::stopped;
  ended.error = error;
  return ended;
}

}  // namespace

Ended run(const domain::Plan& plan, Context& context, std::stop_token stop) {
  Ended ended;
  Notes notes(context);
  context.stages = static_cast<int>(plan.stages.size());
  for (const domain::Stage& stage : plan.stages) {
    context.stage = ++ended.stage;
    if (stop.stop_requested()) {
      stopped(ended, Error{ErrorCode::cancelled, "asked to stop", {}, {}, {}}, stop);
      break;
    }
    if (const auto noted = note_begin(stage, context, notes); !noted) {
      return stopped(ended, noted.error(), stop);
    }
    ended.retired = ended.retired || has<domain::Retire>(stage);
    ended.launched = ended.launched || has<domain::Launch>(stage);
    const auto results = run_lanes(stage, context, stop);
    note_end(stage, results, context, notes);
    note_failed(stage, results, ended);
    if (const Error* failed = first_failure(results)) {
      stopped(ended, *failed, stop);
      break;
    }
    ended.times.push_back(time_of(results));
  }
  if (const auto noted = notes.write(); !noted && !ended.error) return stopped(ended, noted.error(), stop);
  return ended;
}

}  // namespace ff::engine
