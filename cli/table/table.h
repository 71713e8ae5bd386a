#pragma once

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "cli/arguments.h"
#include "cli/exit_code.h"

/// The one table of verbs: parser, help, suggestions, man pages and completion are made from it.
namespace ff::cli {

struct VerbContext;

/// What a word of the command line names; completion offers those.
enum class Subject { text, file, verb, shell, profile, machine, box, instance, run, toggle };

/// The member of Arguments that an option sets: a flag, a text, a repeatable text, a number, a number that
/// may be left out, or a duration.
using OptionTarget =
    std::variant<bool Arguments::*, std::string Arguments::*, std::vector<std::string> Arguments::*,
                 int Arguments::*, std::optional<int> Arguments::*, std::optional<Milliseconds> Arguments::*>;

struct Option {
  const char* name;   ///< with its dashes: "--yes"
  const char* brief;  ///< "-y", or empty
  const char* value;  ///< "FILE"; empty for a flag
  Subject kind;       ///< of the value
  const char* help;
  OptionTarget target;
  const char* fallback = "";  ///< of a duration that may be left out, its value then; empty for none
  bool many = false;          ///< takes all words up to the next option

  /// Whether its value may be left out.
  [[nodiscard]] bool may_lack_value() const {
    return *fallback != '\0' || std::holds_alternative<std::optional<int> Arguments::*>(target);
  }
};

/// The one word that a verb may be given; it goes to Arguments::subject.
struct Positional {
  const char* name;  ///< "PROFILE"; empty when the verb takes none
  Subject kind;
  bool required;
  const char* help;
};

struct Example {
  const char* line;
  const char* remark;  ///< or empty
};

enum class Group { looks, changes, about };

struct Verb {
  const char* name;
  Group group;
  const char* purpose;      ///< half a line, for lists
  const char* description;  ///< paragraphs for `ff help VERB` and the manual, parted by an empty line
  Positional positional;
  std::span<const Option> options;
  std::span<const Example> examples;
  std::span<const ExitCode> exits;          ///< that it can give, beside 64
  ExitCode (*run)(const VerbContext&);      ///< with the world; nullptr when it needs none
  ExitCode (*run_alone)(const Arguments&);  ///< without; nullptr when it needs the world, or is `help`
  bool hidden = false;                      ///< for scripts of ff's own; in no list
};

/// All verbs in the order of the manual.
[[nodiscard]] const std::vector<Verb>& verbs();
/// The verb of that name, nullptr when there is none.
[[nodiscard]] const Verb* find_verb(const std::string& name);
/// "ff switch [OPTION]... PROFILE".
[[nodiscard]] std::string synopsis(const Verb& verb);
/// "-y, --yes", "--reason TEXT".
[[nodiscard]] std::string spelled(const Option& option);
/// A heading for lists.
[[nodiscard]] const char* heading(Group group);

/// The parts of the table, for table.cpp alone.
[[nodiscard]] std::span<const Verb> looking_verbs();
[[nodiscard]] std::span<const Verb> changing_verbs();
[[nodiscard]] std::span<const Verb> run_verbs();
[[nodiscard]] std::span<const Verb> other_verbs();

}  // namespace ff::cli
