#include "app/runbook.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/verbs/acting.h"
#include "cli/verbs/verbs.h"
#include "codec/runbook.h"

namespace ff::cli {

ExitCode run_runbook(const VerbContext& context) {
  const ProfileName target(context.arguments.subject);
  const auto book = app::runbook(context.scene, target, context.stop);
  if (!book) return told(book.error(), context.arguments);
  if (context.arguments.json) {
    std::vector<codec::RunbookWay> ways;
    for (const app::Runbook::Way& way : book->ways) ways.push_back({way.plan.to, way.blocked(), way.text});
    fmt::print("{}\n", codec::runbook_json(ways));
  } else {
    fmt::print("{}", book->text());
  }
  const bool all_blocked = std::ranges::all_of(book->ways, &app::Runbook::Way::blocked);
  return all_blocked ? ExitCode::refused : ExitCode::done;
}

}  // namespace ff::cli
