#include "app/release.h"

#include <cstdio>

#include "cli/print/error.h"
#include "cli/print/release.h"
#include "cli/verbs/acting.h"
#include "cli/verbs/verbs.h"

namespace ff::cli {

ExitCode run_release(const VerbContext& context) {
  if (!turn_came(context)) return ExitCode::interrupted;
  Asking asking(context.arguments);
  const auto released = app::release(context.scene, context.gate, request_of(context.arguments),
                                     asking.confirm(), context.stop);
  if (!released) {
    print_error(released.error(), context.arguments);
    return exit_code(released.error());
  }
  if (asking.declined()) {
    std::fputs("ff: nothing changed\n", stderr);
    return ExitCode::nothing_changed;
  }
  if (tries_again(context, released->outcome)) return ExitCode::locked;
  print_release(*released, context.arguments);
  return exit_code(released->outcome);
}

}  // namespace ff::cli
