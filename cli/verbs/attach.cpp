#include "app/attach.h"

#include <fmt/format.h>

#include "app/status.h"
#include "cli/advice.h"
#include "cli/print/event_line.h"
#include "cli/verbs/acting.h"
#include "cli/verbs/verbs.h"
#include "codec/event.h"

namespace ff::cli {
namespace {

domain::Event::Kind kind_of(domain::Record::Kind kind) {
  using enum domain::Record::Kind;
  switch (kind) {
    case about_to:
      return domain::Event::Kind::step_started;
    case done:
      return domain::Event::Kind::step_done;
    case failed:
      return domain::Event::Kind::step_failed;
    case replanned:
      return domain::Event::Kind::replanned;
    case ended:
      return domain::Event::Kind::run_ended;
  }
  return domain::Event::Kind::progress;
}

/// The record as the event that it was written for.
domain::Event event_of(const domain::Record& record, const RunId& run) {
  domain::Event event;
  event.kind = kind_of(record.kind);
  event.at = record.at;
  event.run = run;
  event.stage = record.stage;
  event.step = record.step.substr(0, record.step.find(' '));
  event.where = record.where;
  event.text = record.kind == domain::Record::Kind::about_to ? record.step : record.text;
  event.elapsed = record.took;
  return event;
}

void tell(const domain::Record& record, const VerbContext& context) {
  const domain::Event event = event_of(record, RunId(context.arguments.subject));
  if (context.arguments.json) {
    fmt::print("{}\n", codec::event_line(event));
    std::fflush(stdout);
  } else if (!context.arguments.quiet) {
    fmt::print(stderr, "{}\n", event_line(event));
  }
}

/// A run that died leaves what a cut one does: it can be gone on with.
ExitCode died(const VerbContext& context) {
  fmt::print(stderr,
             "ff: run {} holds no lock any more and has not ended: it was killed or cut\n    next    {}\n",
             context.arguments.subject, command_for({Advice::Kind::resume, {}, {}}, context.arguments));
  const app::StatusReport now = app::status(context.scene, app::Tokens::none, context.stop);
  return now.judgement.known && now.judgement.serving.empty() ? ExitCode::down : ExitCode::interrupted;
}

}  // namespace

ExitCode run_attach(const VerbContext& context) {
  app::Following following{RunId(context.arguments.subject), context.renewal.told_count, {}};
  const auto followed = app::follow_run(
      context.scene, following, [&](const domain::Record& record) { tell(record, context); }, context.stop);
  context.renewal.told_count = following.told;
  if (!followed) return told(followed.error(), context.arguments);
  switch (*followed) {
    case app::Followed::ended: {
      const domain::Outcome outcome = app::ending_of(following.seen);
      if (!context.arguments.json) {
        fmt::print("run {} has ended: {}, {}, after {}\n", outcome.run.text(), outcome.target.text(),
                   following.seen.outcome(), human(outcome.took));
      }
      return exit_code(outcome);
    }
    case app::Followed::died:
      return died(context);
    case app::Followed::stopped:
      fmt::print(stderr, "ff: no longer attached; the run goes on: {}\n",
                 run_command("attach", RunId(context.arguments.subject), context.arguments));
      return ExitCode::interrupted;
    case app::Followed::lost:
      context.renewal.wanted = context.scene.readers.clock
                                   ->sleep_until(ports::within(*context.scene.readers.clock,
                                                               std::chrono::seconds(1), context.stop))
                                   .has_value();
      return ExitCode::interrupted;
  }
  return ExitCode::interrupted;
}

}  // namespace ff::cli
