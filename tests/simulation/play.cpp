#include "play.hpp"

#include <algorithm>

#include "codec/intent.h"
#include "observe/paths.h"
#include "plan_hook.hpp"
#include "stage.hpp"
#include "troubles.hpp"

namespace ff::simulation {
namespace {

using domain::Outcome;

bool acted(const Stage& stage, const Ended& ended) {
  const auto& acts = stage.world.acts();
  return std::any_of(acts.begin() + static_cast<std::ptrdiff_t>(ended.acts_from),
                     acts.begin() + static_cast<std::ptrdiff_t>(ended.acts_to), [](const sim::Act& act) {
                       return act.call != "record" && act.call != "reload" &&
                              act.subject != observe::intent_path;
                     });
}

/// Where ff was never asked for a change, it leaves none.
bool steady_everywhere(Stage& stage, const ProfileName& profile) {
  std::size_t steady = 0;
  std::size_t none = 0;
  for (const auto& [name, machine] : stage.world.machines()) {
    const auto file = machine->disk.file(observe::intent_path);
    none += file ? 0U : 1U;
    const auto intent = file ? codec::intent_from(*file) : fail(ErrorCode::not_found, "none");
    steady += intent && intent->to == profile && intent->phase == domain::Intent::Phase::steady ? 1U : 0U;
  }
  return steady == stage.world.machines().size() || none == stage.world.machines().size();
}

/// What the outcome says against what is so.
std::string lie(Stage& stage, const Ended& ended, const std::string& before, bool undisturbed) {
  const Outcome& outcome = ended.outcome;
  const bool served = stage.world.clients().status() == 200;
  switch (outcome.kind) {
    case Outcome::Kind::reached:
    case Outcome::Kind::already:
      if (!stage.serves(outcome.target)) return "it is not so";
      return steady_everywhere(stage, outcome.target) ? "" : "the intent is not steady";
    case Outcome::Kind::rolled_back:
      return served ? "" : "nothing serves";
    case Outcome::Kind::degraded:
      // Of `off` nothing is to serve: all but its last note was done.
      return (served && outcome.serving > 0) || outcome.declared == 0 ? "" : "nothing serves";
    case Outcome::Kind::down:
      return !served && outcome.serving == 0 ? "" : "something serves";
    case Outcome::Kind::nothing_changed:
      return !undisturbed || stage.standing() == before
                 ? ""
                 : "something changed:\n" + before + "now\n" + stage.standing();
    case Outcome::Kind::refused:
    case Outcome::Kind::locked:
      return acted(stage, ended) ? "it acted" : "";
    case Outcome::Kind::interrupted:
      return (outcome.serving > 0) == served ? "" : "it miscounts what serves";
  }
  return {};
}

/// I6: a run that was not killed says how it ended, and that is so.
void judge_ending(Stage& stage, const Ended& ended, const std::string& before, const Troubles& troubles) {
  if (ended.killed) return;
  stage.rules.stake(6);
  if (ended.error) {
    const bool asked = ended.error->code == ErrorCode::cancelled && troubles.stop().stop_requested();
    if (!asked) stage.rules.breaks("I6 no outcome: " + ended.error->what);
    return;
  }
  const Outcome& outcome = ended.outcome;
  const bool well = outcome.kind == Outcome::Kind::reached || outcome.kind == Outcome::Kind::already;
  if (!well && !outcome.error && outcome.hazards.empty()) {
    stage.rules.breaks(std::string("I6 ended without a reason: ") + domain::word(outcome.kind));
  }
  // What changed while ff looked, or where it cannot look, it may say wrongly.
  if (troubles.cut_off() || stage.rules.lately_disturbed()) return;
  const std::string wrong = lie(stage, ended, before, !troubles.changed_something());
  if (!wrong.empty())
    stage.rules.breaks(std::string("I6 ended as ") + domain::word(outcome.kind) + ", but " + wrong);
}

/// A unit that was on its way up before the run, in trouble that is over by now, and that did not make it.
bool inherited(const Stage& stage, const Ended& ended) {
  if (ended.error || !ended.outcome.error) return false;
  const Place& where = ended.outcome.error->where;
  const auto& acts = stage.world.acts();
  return !where.unit.empty() && std::none_of(acts.begin() + static_cast<std::ptrdiff_t>(ended.acts_from),
                                             acts.end(), [&](const sim::Act& act) {
                                               return act.call == "start" && act.machine == where.machine &&
                                                      act.subject == where.unit.text();
                                             });
}

/// I7: with nothing in its way any more, one run gets there, clients are served, and the next finds nothing
/// to do.
void must_get_there(Stage& stage, const ProfileName& target) {
  stage.rules.stake(7);
  Ended ended = stage.go(target, "again");
  if (inherited(stage, ended)) ended = stage.go(target, "again");
  const bool there = !ended.error && (ended.outcome.kind == Outcome::Kind::reached ||
                                      ended.outcome.kind == Outcome::Kind::already);
  if (!there) return stage.rules.breaks("I7 the same command ends as " + words(ended));
  if (!stage.serves(target)) return stage.rules.breaks("I7 clients do not get " + target.text());
  const Ended more = stage.go(target, "once more");
  if (more.error || more.outcome.kind != Outcome::Kind::already) {
    stage.rules.breaks("I7 a second run finds more to do: " + words(more));
  }
}

/// When the last of what ended by now has given its memory back.
Milliseconds memory_back(const Scenario& scenario) {
  Milliseconds longest = scenario.memory_back;
  for (const Trouble& trouble : scenario.troubles) {
    const bool for_long = trouble.lasts > std::chrono::minutes(5);
    if (trouble.kind == Trouble::Kind::memory_kept && !for_long) longest = std::max(longest, trouble.lasts);
  }
  return longest;
}

void must_only_look(Stage& stage) {
  stage.rules.stake(9);
  if (!stage.look_only(stage.scenario.target)) stage.rules.breaks("I9 plan or status wrote something");
}

/// A holder that was cut off lets go 15 s later; until then the operator is told that it is locked.
void wait_out_locks(Stage& stage) {
  const bool locked = std::ranges::any_of(
      stage.world.machines(), [](const auto& machine) { return !machine.second->lock_words.empty(); });
  if (locked) stage.world.time().pass(std::chrono::seconds(16));
}

}  // namespace

Report play(const Scenario& scenario, const Plant& plant) {
  Report report;
  Stage stage(scenario, plant);
  const PlanHook told([&](domain::Plan& plan) {
    stage.rules.plan_is(plan);
    if (plant.plan) plant.plan(plan);
  });
  stage.set_out();
  must_only_look(stage);

  const std::string before = stage.standing();
  Troubles troubles(stage);
  troubles.begin();
  const Ended ended = stage.go(scenario.target, "operator", troubles.stop());
  judge_ending(stage, ended, before, troubles);
  troubles.end();
  report.mutated = acted(stage, ended);
  report.hit = ended.killed || troubles.hits() > 0;
  report.ending = ended.killed ? "killed" : ended.error ? "cancelled" : domain::word(ended.outcome.kind);

  stage.world.time().pass(scenario.rest);
  wait_out_locks(stage);
  // Where ff has gone back nobody waits for the memory of what it gave up: that is the next one's trouble.
  if (ended.outcome.kind == domain::Outcome::Kind::rolled_back)
    stage.world.time().pass(memory_back(scenario));
  must_get_there(stage, scenario.target);
  if (scenario.back && !scenario.start.serves.empty()) {
    // After `off` nobody waits for memory to come back: that is the next one's trouble.
    stage.world.time().pass(memory_back(scenario));
    must_get_there(stage, scenario.start.serves);
  }
  report.broken = stage.rules.broken;
  report.at_stake = stage.rules.at_stake();
  report.story = stage.story();
  return report;
}

}  // namespace ff::simulation
