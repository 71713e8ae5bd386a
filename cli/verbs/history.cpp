#include "cli/print/history.h"
#include "cli/print/error.h"
#include "cli/verbs/verbs.h"

namespace ff::cli {
namespace {

constexpr Milliseconds read_deadline{10'000};

}  // namespace

ExitCode run_history(const VerbContext& context) {
  ports::Readers& readers = context.scene.readers;
  const Limit limit = ports::within(*readers.clock, read_deadline, context.stop);
  if (!context.arguments.subject.empty()) {
    const auto run = readers.runs->read(RunId(context.arguments.subject), limit);
    if (!run) {
      print_error(run.error(), context.arguments);
      return exit_code(run.error());
    }
    print_run(*run, context.arguments);
    return ExitCode::done;
  }
  const auto listing = readers.runs->runs(limit);
  if (!listing) {
    print_error(listing.error(), context.arguments);
    return exit_code(listing.error());
  }
  print_history(*listing, context.arguments);
  return ExitCode::done;
}

}  // namespace ff::cli
