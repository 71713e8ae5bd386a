#include "cli/help.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace ff::cli::help {
namespace {

constexpr std::size_t width = 100;

/// Words put into lines of `width`, each after `margin` blanks.
std::string wrapped(const std::string& text, std::size_t margin) {
  std::string out;
  std::string line;
  for (const std::string& word : split(text, ' ')) {
    if (!line.empty() && margin + line.size() + 1 + word.size() > width) {
      out += std::string(margin, ' ') + line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return line.empty() ? out : out + std::string(margin, ' ') + line + "\n";
}

std::string with_word(const Verb& verb) {
  const std::string word = verb.positional.name;
  if (word.empty()) return verb.name;
  return std::string(verb.name) + (verb.positional.required ? " " + word : " [" + word + "]");
}

std::string verbs_of(Group group) {
  std::string text = std::string(heading(group)) + "\n";
  for (const Verb& verb : verbs()) {
    if (verb.group != group || verb.hidden) continue;
    // A word too long for its column has a line of its own.
    const std::string word = with_word(verb);
    const std::string gap =
        word.size() > 20 ? "\n" + std::string(26, ' ') : std::string(21 - word.size(), ' ');
    text += fmt::format("  ff {}{}{}\n", word, gap, verb.purpose);
  }
  return text + "\n";
}

std::string options_of(const Verb& verb) {
  std::string text;
  if (*verb.positional.name != '\0')
    text += fmt::format("  {:<24} {}\n", verb.positional.name, verb.positional.help);
  for (const Option& option : verb.options)
    text += fmt::format("  {:<24} {}\n", spelled(option), option.help);
  return text.empty() ? text : "\n" + text;
}

std::string examples_of(const Verb& verb) {
  std::string text = "\nexamples\n";
  for (const Example& example : verb.examples) {
    const std::string remark = example.remark;
    text += remark.empty() ? fmt::format("  {}\n", example.line)
                           : fmt::format("  {:<40} # {}\n", example.line, remark);
  }
  return text;
}

std::string exit_line(ExitCode code) {
  return fmt::format("  {:>3}  {}\n", static_cast<int>(code), meaning_of(code).brief);
}

}  // namespace

std::string overview() {
  std::string text = "ff - moves a cluster of model servers from one topology to another\n\n";
  for (const Group group : {Group::looks, Group::changes, Group::about}) text += verbs_of(group);
  text +=
      "The same command again goes on from wherever a run stopped, or says \"already there\".\n"
      "The cluster is described by --cluster FILE, $FF_CLUSTER, or /etc/ff/cluster.toml.\n"
      "`ff help VERB` tells a verb's options.\n\nExit codes\n";
  for (const ExitMeaning& meaning : exit_meanings()) text += exit_line(meaning.code);
  return text;
}

std::string of(const Verb& verb) {
  std::string text = fmt::format("{}\n  {}\n", synopsis(verb), verb.purpose);
  for (const std::string& paragraph : split(verb.description, '\n')) {
    if (!paragraph.empty()) text += "\n" + wrapped(paragraph, 2);
  }
  text += options_of(verb) + examples_of(verb) + "\nexit codes\n";
  for (const ExitMeaning& meaning : exit_meanings()) {
    const bool given = std::ranges::find(verb.exits, meaning.code) != verb.exits.end();
    if (given || meaning.code == ExitCode::usage) text += exit_line(meaning.code);
  }
  return text;
}

}  // namespace ff::cli::help
