#include "cli/verbs/verbs.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "adapters/local/notifier.h"
#include "adapters/local/real_clock.h"
#include "adapters/local/text_files.h"
#include "base/text.h"
#include "cli/print/error.h"
#include "cli/print/progress.h"
#include "cli/print/steady_streams.h"
#include "cli/table/table.h"
#include "cli/wire.h"
#include "config/load.h"

namespace ff::cli {
namespace {

/// The key is read where it lies and kept in memory only.
Result<std::string> api_key_of(const domain::Cluster& cluster) {
  if (cluster.api_key_file.empty()) return std::string{};
  std::ifstream file(cluster.api_key_file);
  std::ostringstream content;
  if (!file || !(content << file.rdbuf())) {
    return fail(ErrorCode::bad_input, "api_key_file " + printable(cluster.api_key_file) + " cannot be read");
  }
  return std::string(trimmed(content.str()));
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string{} : value;
}

ProgressPrinter::Style style_of(const Verb& verb, const Arguments& arguments) {
  if (verb.group != Group::changes) return ProgressPrinter::Style::silent;
  if (arguments.json) return ProgressPrinter::Style::json;
  if (arguments.quiet) return ProgressPrinter::Style::silent;
  const bool terminal = isatty(STDERR_FILENO) != 0 && environment("TERM") != "dumb";
  return terminal ? ProgressPrinter::Style::live : ProgressPrinter::Style::lines;
}

}  // namespace

ExitCode run_in_world(const Verb& verb, const Arguments& arguments, const std::stop_token& stop) {
  const std::string file = config::cluster_file(arguments.cluster_file, environment("FF_CLUSTER"));
  const auto declaration = config::load(file);
  if (!declaration) {
    print_error(declaration.error(), arguments);
    return ExitCode::configuration;
  }
  const auto api_key = api_key_of(declaration->cluster);
  if (!api_key) {
    print_error(api_key.error(), arguments);
    return ExitCode::configuration;
  }
  if (verb.group == Group::changes) keep_streams_steady();
  ProgressPrinter printer(style_of(verb, arguments));
  adapters::local::Notifier events(declaration->cluster, printer);
  adapters::local::RealClock clock;
  adapters::local::TextFiles texts;
  Renewal renewal;
  ExitCode code = ExitCode::done;
  do {
    Wire wire(*declaration, clock, events);
    const app::Scene scene{*declaration, wire.readers(), *api_key};
    renewal.wanted = false;
    code = verb.run({arguments, scene, wire.gate(), wire.takeover(), texts, stop, renewal});
    if (const auto fault = wire.record_copy_fault()) {
      print_error(in_context(*fault, "the run's record has no copy on this machine, ignoring"), arguments);
    }
  } while (renewal.wanted);
  return code;
}

}  // namespace ff::cli
