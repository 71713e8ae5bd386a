#include <cstdio>

#include "cli/verbs/verbs.h"

namespace ff::cli {

ExitCode run_version(const Arguments&) {
  std::puts("ff " FF_VERSION "\nformats: intent 1, run record 1, JSON output 1");
  return ExitCode::done;
}

}  // namespace ff::cli
