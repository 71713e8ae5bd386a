#include "cli/completion/scripts.h"

#include <fmt/format.h>

#include "base/text.h"

namespace ff::cli::completion {
namespace {

std::string verb_words() {
  std::string words;
  for (const Verb& verb : verbs()) {
    if (!verb.hidden) words += (words.empty() ? "" : " ") + std::string(verb.name);
  }
  return words;
}

std::string option_words(const Verb& verb) {
  std::string words;
  for (const Option& option : verb.options) {
    for (const std::string name : {option.name, option.brief})
      if (!name.empty()) words += (words.empty() ? "" : " ") + name;
  }
  return words;
}

std::string kind_word(Subject kind) {
  return kind == Subject::file ? "file" : word(kind);
}

/// "VERB OPTION) kind=KIND ;;" for every option with a value, then what a verb takes, as shell case branches.
std::string bash_cases() {
  std::string options;
  std::string verbs_text;
  for (const Verb& verb : verbs()) {
    if (verb.hidden) continue;
    for (const Option& option : verb.options) {
      if (*option.value == '\0' || option.may_lack_value()) continue;
      const std::string kind = kind_word(option.kind).empty() ? "none" : kind_word(option.kind);
      for (const std::string name : {option.name, option.brief}) {
        if (!name.empty()) options += fmt::format("    '{} {}') kind={} ;;\n", verb.name, name, kind);
      }
    }
    verbs_text += fmt::format("    {}) options='{}' word='{}' ;;\n", verb.name, option_words(verb),
                              kind_word(verb.positional.kind));
  }
  return "  case \"$verb $before\" in\n" + options + "  esac\n  case $verb in\n" + verbs_text + "  esac\n";
}

constexpr const char* bash_head = R"(# Completion of ff for bash, printed by `ff completion bash`.
_ff() {
  local now=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} verb=${COMP_WORDS[1]}
  local kind='' options='' word='' names cluster=() i
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W ')";

constexpr const char* bash_middle = R"(' -- "$now")
    return
  fi
  for ((i = 2; i < COMP_CWORD - 1; i++)); do
    [[ ${COMP_WORDS[i]} != --cluster ]] || cluster=(--cluster "${COMP_WORDS[i + 1]}")
  done
)";

constexpr const char* bash_tail = R"(  if [[ -z $kind && $now == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options -h" -- "$now")
    return
  fi
  kind=${kind:-$word}
  case $kind in
    file) mapfile -t COMPREPLY < <(compgen -f -- "$now") ;;
    none | '') ;;
    *)
      names=$("${COMP_WORDS[0]}" complete "$kind" "${cluster[@]}" 2>/dev/null)
      mapfile -t COMPREPLY < <(compgen -W "$names" -- "$now")
      ;;
  esac
}
complete -F _ff ff
)";

std::string bash_script() {
  return bash_head + verb_words() + bash_middle + bash_cases() + bash_tail;
}

/// A text inside single quotes of zsh and fish, without what their descriptions would take apart.
std::string plain(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c != '\'' && c != '[' && c != ']' && c != ':' && c != '`' && c != '\\') out += c;
  }
  return out;
}

/// zsh's action that completes a value.
std::string zsh_action(Subject kind) {
  if (kind == Subject::file) return "_files";
  return word(kind).empty() ? " " : "{_ff_names " + word(kind) + "}";
}

std::string zsh_option(const Option& option) {
  const std::string value = *option.value == '\0'
                                ? ""
                                : fmt::format("{}{}:{}", option.may_lack_value() ? "::" : ":",
                                              plain(option.value), zsh_action(option.kind));
  std::string text;
  for (const std::string name : {option.name, option.brief})
    if (!name.empty()) text += fmt::format(" \\\n        '*{}[{}]{}'", name, plain(option.help), value);
  return text;
}

std::string zsh_script() {
  std::string text =
      "#compdef ff\n# Completion of ff for zsh, printed by `ff completion zsh`.\n"
      "_ff_names() {\n  local -a names cluster\n  local i=${words[(I)--cluster]}\n"
      "  ((i == 0)) || cluster=(--cluster ${words[i + 1]})\n"
      "  names=(${(f)\"$(ff complete $1 $cluster 2>/dev/null)\"})\n  compadd -a names\n}\n"
      "_ff() {\n  local -a verbs=(\n";
  for (const Verb& verb : verbs())
    if (!verb.hidden) text += fmt::format("    '{}:{}'\n", verb.name, plain(verb.purpose));
  text +=
      "  )\n  if ((CURRENT == 2)); then\n    _describe verb verbs\n    return\n  fi\n  local verb=$words[2]\n"
      "  shift words\n  ((CURRENT--))\n  case $verb in\n";
  for (const Verb& verb : verbs()) {
    if (verb.hidden) continue;
    text += fmt::format("    {})\n      _arguments", verb.name);
    for (const Option& option : verb.options) text += zsh_option(option);
    if (*verb.positional.name != '\0')
      text += fmt::format(" \\\n        '1:{}:{}'", plain(verb.positional.name),
                          zsh_action(verb.positional.kind));
    text += "\n      ;;\n";
  }
  return text + "  esac\n}\ncompdef _ff ff\n";
}

std::string fish_values(Subject kind) {
  if (kind == Subject::file) return " -r -F";
  return word(kind).empty() ? " -x"
                            : fmt::format(" -x -a '(ff complete {} (__ff_cluster) 2>/dev/null)'", word(kind));
}

std::string fish_option(const Verb& verb, const Option& option) {
  const std::string brief = option.brief;
  const bool takes = *option.value != '\0' && !option.may_lack_value();
  return fmt::format("complete -c ff -n '__fish_seen_subcommand_from {}' -l {}{}{} -d '{}'\n", verb.name,
                     std::string(option.name).substr(2), brief.empty() ? "" : " -s " + brief.substr(1),
                     takes ? fish_values(option.kind) : "", plain(option.help));
}

std::string fish_script() {
  std::string text =
      "# Completion of ff for fish, printed by `ff completion fish`.\n"
      "function __ff_cluster\n  set -l words (commandline -opc)\n"
      "  set -l i (contains -i -- --cluster $words); and echo --cluster; and echo $words[(math $i + "
      "1)]\nend\n"
      "complete -c ff -f\n";
  for (const Verb& verb : verbs()) {
    if (verb.hidden) continue;
    text += fmt::format("complete -c ff -n __fish_use_subcommand -a {} -d '{}'\n", verb.name,
                        plain(verb.purpose));
    for (const Option& option : verb.options) text += fish_option(verb, option);
    if (!word(verb.positional.kind).empty())
      text += fmt::format("complete -c ff -n '__fish_seen_subcommand_from {}'{}\n", verb.name,
                          fish_values(verb.positional.kind));
  }
  return text;
}

}  // namespace

const std::vector<std::string>& shells() {
  static const std::vector<std::string> all = {"bash", "zsh", "fish"};
  return all;
}

std::optional<std::string> script(const std::string& shell) {
  if (shell == "bash") return bash_script();
  if (shell == "zsh") return zsh_script();
  if (shell == "fish") return fish_script();
  return std::nullopt;
}

std::string word(Subject kind) {
  switch (kind) {
    case Subject::verb:
      return "verb";
    case Subject::shell:
      return "shell";
    case Subject::profile:
      return "profile";
    case Subject::machine:
      return "machine";
    case Subject::box:
      return "box";
    case Subject::instance:
      return "instance";
    case Subject::run:
      return "run";
    case Subject::toggle:
      return "toggle";
    case Subject::text:
    case Subject::file:
      break;
  }
  return {};
}

}  // namespace ff::cli::completion
