#include "app/rehearse.h"

#include "app/absence.h"
#include "cli/print/plan.h"
#include "cli/print/rehearsal.h"
#include "cli/verbs/acting.h"
#include "cli/verbs/verbs.h"
#include "cli/wire.h"

namespace ff::cli {
namespace {

/// There are thousands of pairs, and each is a run.
constexpr std::size_t pairs_max = 500;

ExitCode faults_told(const VerbContext& context, const app::Rehearsal& rehearsal) {
  std::vector<domain::Mishap> mishaps;
  for (const std::string& name : context.arguments.faults) {
    const auto mishap = rehearsal.mishap_named(name);
    if (!mishap) return told(mishap.error(), context.arguments);
    mishaps.push_back(*mishap);
  }
  const app::Rehearsed run = rehearsal.play(mishaps);
  print_course(rehearsal, run, context.arguments);
  return exit_code(run.outcome);
}

ExitCode all_faults(const VerbContext& context, const app::Rehearsal& rehearsal) {
  std::vector<std::vector<domain::Mishap>> one_each;
  for (const domain::Mishap& mishap : rehearsal.mishaps()) one_each.push_back({mishap});
  const auto runs = rehearsal.play_all(one_each, context.stop);
  if (context.stop.stop_requested()) return ExitCode::interrupted;
  print_faults(rehearsal, runs, context.arguments);
  return ExitCode::done;
}

ExitCode pairs(const VerbContext& context, const app::Rehearsal& rehearsal) {
  const std::vector<domain::Mishap> mishaps = rehearsal.mishaps();
  const auto seed = static_cast<std::uint64_t>(context.arguments.seed);
  std::vector<std::vector<domain::Mishap>> drawn;
  for (const auto& [first, second] : app::pairs_of(mishaps, pairs_max, seed))
    drawn.push_back({first, second});
  const auto runs = rehearsal.play_all(drawn, context.stop);
  if (context.stop.stop_requested()) return ExitCode::interrupted;
  const std::size_t count = mishaps.size();
  print_pairs(rehearsal, runs, count < 2 ? 0 : count * (count - 1) / 2, context.arguments);
  return ExitCode::done;
}

}  // namespace

ExitCode run_rehearse(const VerbContext& context) {
  const Arguments& arguments = context.arguments;
  auto absent = app::absent_machines(context.scene.declaration, arguments.without, arguments.only);
  if (!absent) return told(absent.error(), arguments);
  app::SwitchRequest request = request_of(arguments);
  request.target = ProfileName(arguments.subject);
  request.absent = *std::move(absent);
  const ports::Imagine imagine = imagine_with(context.scene.declaration);
  const auto rehearsal = app::Rehearsal::prepare(context.scene, imagine, std::move(request), context.stop);
  if (!rehearsal) return told(rehearsal.error(), arguments);
  if (!rehearsal->refusing().empty()) {
    print_plan(rehearsal->plan(), arguments);
    return ExitCode::refused;
  }
  if (arguments.all_faults) return all_faults(context, *rehearsal);
  if (arguments.pairs) return pairs(context, *rehearsal);
  return faults_told(context, *rehearsal);
}

}  // namespace ff::cli
