#include <cstdio>

#include "base/text.h"
#include "cli/man/pages.h"
#include "cli/verbs/verbs.h"

namespace ff::cli {

/// For the build: prints a manual page in roff.
ExitCode run_man(const Arguments& arguments) {
  const auto page = man::page(arguments.subject);
  if (page) {
    std::fputs(page->c_str(), stdout);
    return ExitCode::done;
  }
  std::fprintf(stderr, "ff: no page '%s'; there are %s\n", printable(arguments.subject).c_str(),
               joined(man::names(), ", ").c_str());
  return ExitCode::usage;
}

}  // namespace ff::cli
