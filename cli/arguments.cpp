#include "cli/arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "cli/exit_code.h"
#include "cli/help.h"

namespace ff::cli {
namespace {

void add_common(CLI::App& verb, Arguments& into) {
  verb.add_option("--cluster", into.cluster_file, "cluster file; else $FF_CLUSTER, else /etc/ff/cluster.toml")
      ->type_name("FILE");
}

void add_json(CLI::App& verb, Arguments& into, const char* what) {
  verb.add_flag("--json", into.json, what);
}

void add_status(CLI::App& app, Arguments& into) {
  CLI::App* verb = app.add_subcommand("status", "what serves, and whether it is as declared");
  add_common(*verb, into);
  add_json(*verb, into, "one JSON object on stdout");
  verb->add_flag("--deep", into.deep, "ask every copy for a token too");
}

void add_plan(CLI::App& app, Arguments& into) {
  CLI::App* verb = app.add_subcommand("plan", "what `ff switch PROFILE` would do; writes nothing");
  add_common(*verb, into);
  add_json(*verb, into, "one JSON object on stdout");
  verb->add_option("profile", into.subject, "the topology to move to")->required()->type_name("PROFILE");
  verb->add_flag("--detailed-exitcode", into.detailed_exit_code, "exit 2 when changes are pending");
}

void add_switch(CLI::App& app, Arguments& into) {
  CLI::App* verb = app.add_subcommand("switch", "move the cluster to PROFILE; run again to go on");
  add_common(*verb, into);
  add_json(*verb, into, "events as JSON lines on stdout");
  verb->add_option("profile", into.subject, "the topology to move to")->required()->type_name("PROFILE");
  verb->add_flag("-y,--yes", into.yes, "ask nothing: for runbooks");
  verb->add_flag("-n,--dry-run", into.dry_run, "print the plan and stop; writes nothing");
  verb->add_option("--accept", into.accepted, "a hazard to accept, by its id; may be repeated")
      ->type_name("HAZARD")
      ->take_all();
  verb->add_option("--reason", into.reason, "why it is accepted; kept in the history")->type_name("TEXT");
  verb->add_flag("-q,--quiet", into.quiet, "no progress on stderr");
}

void add_health(CLI::App& app, Arguments& into) {
  CLI::App* verb = app.add_subcommand("health", "ask every copy for a token, and the proxy for an answer");
  add_common(*verb, into);
  add_json(*verb, into, "one JSON object on stdout");
}

void add_history(CLI::App& app, Arguments& into) {
  CLI::App* verb = app.add_subcommand("history", "runs and how they ended, or one run line by line");
  add_common(*verb, into);
  add_json(*verb, into, "one JSON object on stdout");
  verb->add_option("run", into.subject, "the run's id")->type_name("RUN");
}

void add_rest(CLI::App& app, Arguments& into) {
  app.add_subcommand("version", "versions of ff and of its formats");
  CLI::App* help = app.add_subcommand("help", "this text, or that of one verb");
  help->add_option("verb", into.subject, "the verb")->type_name("VERB");
}

/// Levenshtein distance, by rows.
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row.back();
}

const CLI::App* find_verb(const CLI::App& app, const std::string& name) {
  for (const CLI::App* verb : app.get_subcommands({})) {
    if (verb->get_name() == name) return verb;
  }
  return nullptr;
}

std::string nearest_verb(const CLI::App& app, const std::string& word) {
  std::string best;
  std::size_t best_distance = 3;
  for (const CLI::App* verb : app.get_subcommands({})) {
    const std::size_t d = distance(word, verb->get_name());
    if (d < best_distance) {
      best_distance = d;
      best = verb->get_name();
    }
  }
  return best;
}

Parsed usage(const std::string& what) {
  return {std::nullopt, "ff: " + what + "\n", true, static_cast<int>(ExitCode::usage)};
}

Parsed help_text(const CLI::App& app, const std::string& verb) {
  if (verb.empty()) return {std::nullopt, help::overview(), false, 0};
  const CLI::App* found = find_verb(app, verb);
  if (found == nullptr) return usage("no verb '" + verb + "'; see `ff help`");
  return {std::nullopt, found->help("ff " + verb) + help::examples(verb), false, 0};
}

Parsed unknown_verb(const CLI::App& app, const std::string& word) {
  const std::string near = nearest_verb(app, word);
  return usage("no verb '" + word + "'" + (near.empty() ? "" : "; did you mean `ff " + near + "`?") +
               " See `ff help`.");
}

Parsed parse(CLI::App& app, Arguments& into, int argc, const char* const* argv) {
  if (argc < 2) return {std::nullopt, help::overview(), true, static_cast<int>(ExitCode::usage)};
  const std::string first = argv[1];
  if (first == "-h" || first == "--help") return help_text(app, "");
  if (first == "--version")
    into.verb = "version";
  else if (find_verb(app, first) == nullptr)
    return unknown_verb(app, first);
  if (into.verb.empty()) {
    try {
      app.parse(argc, argv);
    } catch (const CLI::CallForHelp&) {
      return help_text(app, first);
    } catch (const CLI::ParseError& error) {
      return usage(std::string(error.what()) + "\n  see `ff " + first + " -h`");
    }
    into.verb = app.get_subcommands().front()->get_name();
  }
  if (into.verb == "help") return help_text(app, into.subject);
  if (!into.accepted.empty() && into.reason.empty()) {
    return usage("--accept needs --reason TEXT, which is kept in the history");
  }
  return {into, {}, false, 0};
}

}  // namespace

Parsed parse_arguments(int argc, const char* const* argv) {
  Arguments into;
  CLI::App app("ff");
  app.require_subcommand(1, 1);
  add_status(app, into);
  add_plan(app, into);
  add_switch(app, into);
  add_health(app, into);
  add_history(app, into);
  add_rest(app, into);
  return parse(app, into, argc, argv);
}

}  // namespace ff::cli
