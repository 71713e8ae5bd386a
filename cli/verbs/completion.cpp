#include <cstdio>
#include <cstdlib>

#include "base/text.h"
#include "cli/completion/names.h"
#include "cli/completion/scripts.h"
#include "cli/verbs/verbs.h"
#include "cli/wire.h"
#include "config/load.h"
#include "config/suggest.h"

namespace ff::cli {
namespace {

std::vector<std::string> names_of(const std::string& kind, const Arguments& arguments) {
  if (kind == completion::word(Subject::shell)) return completion::shells();
  if (kind == completion::word(Subject::toggle)) return {"off", "on"};
  if (kind == completion::word(Subject::verb)) {
    std::vector<std::string> names;
    for (const Verb& verb : verbs()) {
      if (!verb.hidden) names.emplace_back(verb.name);
    }
    return names;
  }
  const char* variable = std::getenv("FF_CLUSTER");
  const std::string file = config::cluster_file(arguments.cluster_file, variable == nullptr ? "" : variable);
  const auto declaration = config::load(file);
  if (!declaration) return {};
  if (kind == completion::word(Subject::run)) return runs_made_here(declaration->cluster);
  return completion::declared_names(*declaration, kind);
}

}  // namespace

ExitCode run_completion(const Arguments& arguments) {
  const auto script = completion::script(arguments.subject);
  if (script) {
    std::fputs(script->c_str(), stdout);
    return ExitCode::done;
  }
  std::fprintf(stderr, "ff: no completion for '%s'%s; there is one for %s\n",
               printable(arguments.subject).c_str(),
               config::hint(arguments.subject, completion::shells()).c_str(),
               joined(completion::shells(), ", ").c_str());
  return ExitCode::usage;
}

/// For completion scripts: quick, silent where there is nothing to offer, and never over the network.
ExitCode run_complete(const Arguments& arguments) {
  for (const std::string& name : names_of(arguments.subject, arguments)) std::printf("%s\n", name.c_str());
  return ExitCode::done;
}

}  // namespace ff::cli
