#include "cli/table/table.h"

#include <algorithm>

namespace ff::cli {

const std::vector<Verb>& verbs() {
  static const std::vector<Verb> all = [] {
    std::vector<Verb> joined;
    for (const auto part : {looking_verbs(), changing_verbs(), run_verbs(), other_verbs()}) {
      joined.insert(joined.end(), part.begin(), part.end());
    }
    return joined;
  }();
  return all;
}

const Verb* find_verb(const std::string& name) {
  const auto found = std::ranges::find_if(verbs(), [&](const Verb& verb) { return name == verb.name; });
  return found == verbs().end() ? nullptr : &*found;
}

std::string synopsis(const Verb& verb) {
  std::string line = std::string("ff ") + verb.name;
  if (!verb.options.empty()) line += " [OPTION]...";
  const std::string word = verb.positional.name;
  if (word.empty()) return line;
  return line + (verb.positional.required ? " " + word : " [" + word + "]");
}

std::string spelled(const Option& option) {
  const std::string brief = option.brief;
  const std::string value = option.value;
  return (brief.empty() ? "" : brief + ", ") + option.name + (value.empty() ? "" : " " + value);
}

const char* heading(Group group) {
  switch (group) {
    case Group::looks:
      return "Looking (these write nothing)";
    case Group::changes:
      return "Changing";
    case Group::about:
      return "About ff";
  }
  return "";
}

}  // namespace ff::cli
