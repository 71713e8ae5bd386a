#include <cstdio>

#include "adapters/local/stop_signals.h"
#include "cli/arguments.h"
#include "cli/verbs/verbs.h"

int main(int argc, char** argv) {
  const ff::cli::Parsed parsed = ff::cli::parse_arguments(argc, argv);
  if (!parsed.arguments) {
    std::fputs(parsed.text.c_str(), parsed.to_stderr ? stderr : stdout);
    return parsed.exit_code;
  }
  if (parsed.arguments->verb == "version") return static_cast<int>(ff::cli::run_version());
  // Before any other thread, so that all inherit its signal mask.
  const ff::adapters::local::StopSignals signals;
  return static_cast<int>(ff::cli::run_verb(*parsed.arguments, signals.token()));
}
