#include "cli/table/spelling.h"

#include <algorithm>
#include <cassert>
#include <string_view>

#include "cli/table/table.h"

namespace ff::cli {
namespace {

const Arguments usual = {};

/// Writes one option out as it was typed, where it was.
struct Spelling {
  const Option& option;
  const Arguments& from;
  std::vector<std::string>& words;

  void operator()(bool Arguments::* member) const {
    if (from.*member) words.emplace_back(option.name);
  }
  void operator()(std::string Arguments::* member) const {
    if (from.*member != usual.*member) put(from.*member);
  }
  void operator()(std::vector<std::string> Arguments::* member) const {
    for (const std::string& value : from.*member) put(value);
  }
  void operator()(int Arguments::* member) const {
    if (from.*member != usual.*member) put(std::to_string(from.*member));
  }
  void operator()(std::optional<int> Arguments::* member) const {
    const std::optional<int>& number = from.*member;
    if (number) put(std::to_string(*number));
  }
  void operator()(std::optional<Milliseconds> Arguments::* member) const {
    const std::optional<Milliseconds>& duration = from.*member;
    if (duration) put(std::to_string(duration->count()) + "ms");
  }
  void put(const std::string& value) const {
    words.emplace_back(option.name);
    words.push_back(value);
  }
};

}  // namespace

std::vector<std::string> spelled_again(const Arguments& arguments, std::span<const char* const> left_out) {
  const Verb* verb = find_verb(arguments.verb);
  assert(verb != nullptr);
  std::vector<std::string> words = {verb->name};
  if (!arguments.subject.empty()) words.push_back(arguments.subject);
  for (const Option& option : verb->options) {
    const bool kept = std::ranges::find(left_out, std::string_view(option.name)) == left_out.end();
    if (kept) std::visit(Spelling{option, arguments, words}, option.target);
  }
  return words;
}

}  // namespace ff::cli
