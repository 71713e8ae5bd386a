#include "cli/arguments.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/goal.h"
#include "cli/help.h"
#include "cli/table/table.h"
#include "config/literal.h"
#include "config/suggest.h"

namespace ff::cli {
namespace {

/// Gives an option's target what was typed for it.
struct Binding {
  CLI::App& app;
  const Option& option;
  Arguments& into;

  [[nodiscard]] std::string names() const {
    const std::string brief = option.brief;
    return brief.empty() ? option.name : brief + "," + option.name;
  }
  void operator()(bool Arguments::* member) const { app.add_flag(names(), into.*member); }
  void operator()(std::string Arguments::* member) const { app.add_option(names(), into.*member); }
  void operator()(int Arguments::* member) const {
    app.add_option(names(), into.*member)->check(CLI::Range(0, 1'000'000'000));
  }
  void operator()(std::vector<std::string> Arguments::* member) const {
    CLI::Option* added = app.add_option(names(), into.*member)->take_all();
    if (option.many) return;
    // One value each time, so that a word after it is the verb's own.
    added->expected(1)->allow_extra_args(false);
  }
  void operator()(std::optional<Milliseconds> Arguments::* member) const {
    const auto take = [&arguments = into, member](const std::string& text) {
      arguments.*member = Milliseconds(config::duration_of(text).value_or(0));
    };
    app.add_option_function<std::string>(names(), take)->check([](const std::string& text) {
      return config::duration_of(text) ? std::string() : "a duration such as 90s, 30m or 1h30m";
    });
  }
  /// 0 where the number is left out.
  void operator()(std::optional<int> Arguments::* member) const {
    app.add_option(names(), into.*member)->expected(0, 1)->default_str("0");
  }
};

/// Where the value of a word's option may be left out, the value to take then; nullptr for any other word.
const Option* with_fallback(const Verb& verb, const std::string& word) {
  const auto found = std::ranges::find_if(
      verb.options, [&](const Option& option) { return word == option.name && *option.fallback != '\0'; });
  return found == verb.options.end() ? nullptr : &*found;
}

/// A duration begins with a figure; another word after such an option is none of its.
bool begins_with_figure(const std::string& word) {
  return !word.empty() && word[0] >= '0' && word[0] <= '9';
}

/// The words with a value written out, as `--wait=30m`, for every option that may have one left out.
std::vector<std::string> spelled_out(const Verb& verb, int argc, const char* const* argv) {
  std::vector<std::string> words;
  bool only_words = false;
  for (int i = 0; i < argc; ++i) {
    const std::string word = i == 1 ? verb.name : argv[i];
    only_words = only_words || word == "--";
    const Option* option = only_words ? nullptr : with_fallback(verb, word);
    if (option == nullptr) {
      words.push_back(word);
      continue;
    }
    const bool given = i + 1 < argc && begins_with_figure(argv[i + 1]);
    words.push_back(word + "=" + (given ? argv[i + 1] : option->fallback));
    if (given) ++i;
  }
  return words;
}

void add_verb(CLI::App& app, const Verb& verb, Arguments& into) {
  CLI::App* parser = app.add_subcommand(verb.name);
  for (const Option& option : verb.options) std::visit(Binding{*parser, option, into}, option.target);
  const std::string word = verb.positional.name;
  if (!word.empty()) parser->add_option(word, into.subject)->required(verb.positional.required);
}

Parsed usage(const std::string& what) {
  return {std::nullopt, "ff: " + what + "\n", true, static_cast<int>(ExitCode::usage)};
}

std::vector<std::string> verb_names() {
  std::vector<std::string> names;
  for (const Verb& verb : verbs()) {
    if (!verb.hidden) names.emplace_back(verb.name);
  }
  return names;
}

Parsed unknown_verb(const std::string& word) {
  if (word.starts_with("-")) return usage("options come after the verb: ff VERB " + word + "; see `ff help`");
  const std::string near = config::nearest(word, verb_names());
  return usage("no verb '" + word + "'" +
               (near.empty() ? "; see `ff help`" : "; did you mean `ff " + near + "`? See `ff help`."));
}

Parsed help_text(const std::string& verb) {
  if (verb.empty()) return {std::nullopt, help::overview(), false, 0};
  const Verb* found = find_verb(verb);
  return found == nullptr ? unknown_verb(verb) : Parsed{std::nullopt, help::of(*found), false, 0};
}

/// The first word that looks like an option and is none of the verb's; empty when there is none.
std::string unknown_option(const Verb& verb, int argc, const char* const* argv) {
  for (int i = 2; i < argc && std::string(argv[i]) != "--"; ++i) {
    const std::string word = std::string(argv[i]).substr(0, std::string(argv[i]).find('='));
    if (!word.starts_with("--")) continue;
    const bool known =
        std::ranges::any_of(verb.options, [&](const Option& option) { return word == option.name; });
    if (!known) return word;
  }
  return {};
}

Parsed wrong_usage(const Verb& verb, const std::string& what, int argc, const char* const* argv) {
  const std::string see = "\n  " + synopsis(verb) + "\n  see `ff " + verb.name + " -h`";
  const std::string word = unknown_option(verb, argc, argv);
  if (word.empty()) return usage(what + see);
  std::vector<std::string> names;
  for (const Option& option : verb.options) names.emplace_back(option.name);
  return usage("`ff " + std::string(verb.name) + "` has no option " + word + config::hint(word, names) + see);
}

/// What is wrong, without the parser's names of types.
std::string plain(const CLI::ParseError& error) {
  const std::string what = error.what();
  const std::size_t colon = what.find(": ");
  if (colon == std::string::npos) return what;
  const std::string option = what.substr(0, colon);
  switch (static_cast<CLI::ExitCodes>(error.get_exit_code())) {
    case CLI::ExitCodes::ExtrasError:
    case CLI::ExitCodes::ConversionError:
      return "not understood: " + what.substr(colon + 2);
    case CLI::ExitCodes::ArgumentMismatch:
      return option + " needs a value";
    case CLI::ExitCodes::ValidationError:
      if (what.find("a duration such as") != std::string::npos)
        return option + " needs " + what.substr(colon + 2);
      return option + " needs a whole number, 0 or more";
    default:
      return what;
  }
}

Parsed parse(const Verb& verb, int argc, const char* const* argv) {
  Arguments into;
  into.verb = verb.name;
  CLI::App app("ff");
  add_verb(app, verb, into);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return {std::nullopt, help::of(verb), false, 0};
  } catch (const CLI::ParseError& error) {
    return wrong_usage(verb, plain(error), argc, argv);
  }
  const bool does_without = into.verb == "switch" && (!into.without.empty() || !into.only.empty());
  if (into.reason.empty() && (!into.accepted.empty() || does_without)) {
    return usage(std::string(into.accepted.empty() ? "to do without a machine" : "--accept") +
                 " needs --reason TEXT, which is kept in the history");
  }
  if (!into.on.empty() && !into.detach)
    return usage("--on says where a detached run is carried out: add --detach");
  const bool is_id =
      into.run.size() == 8 && into.run.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!into.run.empty() && !is_id) return usage("--run needs an id of eight hex digits, such as 7f3a02c1");
  if (into.verb == "takeover" && into.reason.empty()) {
    return usage("takeover needs --reason TEXT, which is kept in the history");
  }
  if (into.verb == "wait" && !app::goal_of(into.goal)) {
    return usage("wait needs --for serving or --for steady");
  }
  if (into.on_failure != "back" && into.on_failure != "stop") {
    return usage("--on-failure takes `back` or `stop`, not '" + into.on_failure + "'");
  }
  return {std::move(into), {}, false, 0};
}

}  // namespace

Parsed parse_arguments(int argc, const char* const* argv) {
  if (argc < 2) return {std::nullopt, help::overview(), true, static_cast<int>(ExitCode::usage)};
  std::string first = argv[1];
  if (first == "-h" || first == "--help") first = "help";
  if (first == "--version") first = "version";
  const Verb* verb = find_verb(first);
  if (verb == nullptr) return unknown_verb(first);
  const std::vector<std::string> words = spelled_out(*verb, argc, argv);
  std::vector<const char*> pointers;
  for (const std::string& word : words) pointers.push_back(word.c_str());
  Parsed parsed = parse(*verb, static_cast<int>(pointers.size()), pointers.data());
  if (parsed.arguments && first == "help") return help_text(parsed.arguments->subject);
  return parsed;
}

}  // namespace ff::cli
