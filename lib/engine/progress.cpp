#include "engine/progress.h"

#include "base/text.h"
#include "engine/deadlines.h"
#include "words/evidence.h"

namespace ff::engine {
namespace {

/// Log lines are evidence, not worth a long wait.
constexpr Milliseconds log_deadline{3000};
constexpr int log_lines_of_failure = 12;

}  // namespace

Progress::Progress(const domain::Step& step, Context& context, MonoTime deadline)
    : step_(step),
      context_(context),
      began_(context.world.readers.clock->now()),
      deadline_(deadline),
      next_(began_ + progress_interval) {}

Milliseconds Progress::waited() const {
  return std::chrono::duration_cast<Milliseconds>(context_.world.readers.clock->now() - began_);
}

void Progress::tell(const domain::Snapshot& view) {
  ports::Clock& clock = *context_.world.readers.clock;
  if (clock.now() < next_) return;
  next_ = clock.now() + progress_interval;
  domain::Event event;
  event.kind = domain::Event::Kind::progress;
  event.at = clock.wall();
  event.run = context_.run;
  event.stage = context_.stage;
  event.stages = context_.stages;
  event.step = domain::kind_of(step_);
  event.where.machine = domain::machine_of(step_);
  event.text = words::evidence(step_, view);
  if (const auto* await = std::get_if<domain::AwaitHealthy>(&step_.action)) {
    event.where.unit = await->instance.leader().unit;
    event.expected = await->expected;
    const auto log = log_of(await->instance.leader().box, await->instance.leader().unit, 1);
    if (!log.empty()) event.text += ": " + log.back();
  }
  event.elapsed = waited();
  event.deadline = std::chrono::duration_cast<Milliseconds>(deadline_ - began_);
  context_.world.readers.events->emit(event);
}

Error Progress::with_log(Error error) {
  if (error.where.unit.empty()) {
    if (const auto* await = std::get_if<domain::AwaitHealthy>(&step_.action)) {
      error.where = {await->instance.leader().box, await->instance.leader().unit};
    }
  }
  if (error.where.machine.empty() || error.where.unit.empty()) return error;
  for (std::string& line : log_of(error.where.machine, error.where.unit, log_lines_of_failure)) {
    error.evidence.push_back(std::move(line));
  }
  return error;
}

std::vector<std::string> Progress::log_of(const MachineName& machine, const UnitName& unit, int count) {
  ports::Readers& readers = context_.world.readers;
  const auto found = readers.machines.find(machine);
  if (found == readers.machines.end()) return {};
  const Limit limit = ports::within(*readers.clock, log_deadline);
  const auto states = found->second.units->states({unit}, limit);
  if (!states || !states->contains(unit) || states->at(unit).invocation.empty()) return {};
  // By invocation, never by time: clocks differ and old starts logged the same words.
  const auto text = found->second.host->output_of(
      {"journalctl", "--no-pager", "--quiet", "--output=cat", "--lines=" + std::to_string(count),
       "_SYSTEMD_INVOCATION_ID=" + states->at(unit).invocation.text()},
      limit);
  std::vector<std::string> out;
  if (!text) return out;
  for (const std::string& line : lines(*text)) out.push_back(printable(trimmed(line)));
  return out;
}

}  // namespace ff::engine
