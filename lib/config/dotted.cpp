#include "config/dotted.h"

#include <algorithm>

namespace ff::config {
namespace {

constexpr int dots_max = 32;

/// Length of the string at the start of `text`, which begins with a quote; to the end when it is not closed.
std::size_t string_length(std::string_view text) {
  const char quote = text[0];
  const bool long_form = text.size() >= 3 && text[1] == quote && text[2] == quote;
  const std::size_t width = long_form ? 3 : 1;
  for (std::size_t i = width; i < text.size(); ++i) {
    if (text[i] == '\\' && quote == '"') {
      ++i;
    } else if (text[i] == '\n' && !long_form) {
      return i;
    } else if (text[i] == quote && text.substr(i, width) == std::string_view(text.data(), width)) {
      return i + width;
    }
  }
  return text.size();
}

}  // namespace

int line_with_absurd_key(std::string_view text) {
  int line = 1;
  int dots = 0;
  while (!text.empty()) {
    std::size_t used = 1;
    if (text[0] == '\n') {
      ++line;
      dots = 0;
    } else if (text[0] == '#') {
      used = std::min(text.find('\n'), text.size());
    } else if (text[0] == '"' || text[0] == '\'') {
      used = string_length(text);
      line += static_cast<int>(std::ranges::count(text.substr(0, used), '\n'));
    } else if (text[0] == '.' && ++dots > dots_max) {
      return line;
    }
    text.remove_prefix(used);
  }
  return 0;
}

}  // namespace ff::config
