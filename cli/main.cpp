#include <malloc.h>

#include <cstdio>

#include "adapters/local/stop_signals.h"
#include "cli/arguments.h"
#include "cli/table/table.h"
#include "cli/verbs/verbs.h"

int main(int argc, char** argv) {
  // One heap for all threads: they wait more than they allocate, and 2 MiB less are touched in a switch.
  mallopt(M_ARENA_MAX, 1);
  const ff::cli::Parsed parsed = ff::cli::parse_arguments(argc, argv);
  if (!parsed.arguments) {
    std::fputs(parsed.text.c_str(), parsed.to_stderr ? stderr : stdout);
    return parsed.exit_code;
  }
  const ff::cli::Verb& verb = *ff::cli::find_verb(parsed.arguments->verb);
  if (verb.run_alone != nullptr) return static_cast<int>(verb.run_alone(*parsed.arguments));
  // Before any other thread, so that all inherit its signal mask.
  const ff::adapters::local::StopSignals signals;
  return static_cast<int>(ff::cli::run_in_world(verb, *parsed.arguments, signals.token()));
}
