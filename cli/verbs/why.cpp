#include "app/why.h"

#include "cli/print/error.h"
#include "cli/print/why.h"
#include "cli/verbs/acting.h"
#include "cli/verbs/verbs.h"

namespace ff::cli {

ExitCode run_why(const VerbContext& context) {
  const std::string& subject = context.arguments.subject;
  const auto run = subject.empty() ? std::nullopt : std::optional(RunId(subject));
  const auto why = app::why(context.scene, run, context.stop);
  if (!why) return told(why.error(), context.arguments);
  print_why(*why, context.arguments);
  return ExitCode::done;
}

}  // namespace ff::cli
