#include "render/nginx_syntax.h"

#include <fnmatch.h>

#include <algorithm>
#include <cctype>
#include <set>

namespace ff::render {
namespace {

using domain::ConfigFile;

/// A file that includes itself would not end.
constexpr int deepest_include = 8;

struct Token {
  enum class Kind { word, semicolon, open, close, end };
  Kind kind = Kind::end;
  std::string text;
  int line = 0;
};

/// Cuts a text into words, braces and semicolons.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : text_(text) {}

  Token next() {
    skip_blank();
    if (at_ == text_.size()) return {Token::Kind::end, "", line_};
    const int line = line_;
    switch (text_[at_]) {
      case ';':
        ++at_;
        return {Token::Kind::semicolon, "", line};
      case '{':
        ++at_;
        return {Token::Kind::open, "", line};
      case '}':
        ++at_;
        return {Token::Kind::close, "", line};
      case '"':
      case '\'':
        return {Token::Kind::word, quoted(text_[at_]), line};
      default:
        return {Token::Kind::word, bare(), line};
    }
  }

 private:
  static bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

  char take() {
    if (text_[at_] == '\n') ++line_;
    return text_[at_++];
  }

  void skip_blank() {
    while (at_ < text_.size() && (is_blank(text_[at_]) || text_[at_] == '#')) {
      if (text_[at_] == '#')
        while (at_ < text_.size() && text_[at_] != '\n') ++at_;
      else
        take();
    }
  }

  std::string quoted(char quote) {
    std::string word;
    ++at_;
    while (at_ < text_.size() && text_[at_] != quote) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) take();
      word += take();
    }
    if (at_ < text_.size()) ++at_;
    return word;
  }

  /// The braces of ${name} belong to the word.
  std::string bare() {
    std::string word;
    bool in_name = false;
    while (at_ < text_.size() && !is_blank(text_[at_]) && text_[at_] != ';') {
      const char c = text_[at_];
      if (c == '{' && word.ends_with('$'))
        in_name = true;
      else if (c == '{' || (c == '}' && !in_name))
        break;
      else if (c == '}')
        in_name = false;
      if (c == '\\' && at_ + 1 < text_.size()) word += take();
      word += take();
    }
    return word;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
};

std::vector<Directive> block_of(Tokens& tokens, const std::string& file, int depth) {
  constexpr int deepest_block = 64;
  std::vector<Directive> block;
  Directive current;
  const auto finish = [&] {
    if (!current.words.empty()) block.push_back(std::move(current));
    current = {};
  };
  for (;;) {
    Token token = tokens.next();
    if (token.kind == Token::Kind::word) {
      if (current.words.empty()) current.file = file, current.line = token.line;
      current.words.push_back(std::move(token.text));
    } else if (token.kind == Token::Kind::open && depth < deepest_block) {
      current.block = block_of(tokens, file, depth + 1);
      finish();
    } else if (token.kind == Token::Kind::semicolon) {
      finish();
    } else {
      finish();
      // A brace too many ends nothing at the top.
      if (token.kind == Token::Kind::end || depth > 0) return block;
    }
  }
}

std::string folder_of(const std::string& path) {
  return path.substr(0, path.rfind('/') == std::string::npos ? 0 : path.rfind('/'));
}

bool is_include(const Directive& directive) {
  return directive.name() == "include" && directive.words.size() > 1;
}

bool matches(const Directive& include, const std::string& folder, const std::string& path) {
  const std::string pattern =
      include.value().starts_with('/') ? include.value() : folder + "/" + include.value();
  return fnmatch(pattern.c_str(), path.c_str(), FNM_PATHNAME) == 0;
}

/// The files with their directives, to be put into each other.
class Tree {
 public:
  explicit Tree(const std::vector<ConfigFile>& files) {
    for (const ConfigFile& file : files) {
      Tokens tokens(file.content);
      parsed_.push_back({file.path, block_of(tokens, file.path, 0)});
    }
    for (const Parsed& file : parsed_) note_included(file.directives);
  }

  [[nodiscard]] std::vector<std::vector<Directive>> roots() const {
    std::vector<std::vector<Directive>> found;
    for (const Parsed& file : parsed_) {
      if (!included_.contains(file.path)) found.push_back(expanded(file.directives, folder_of(file.path), 0));
    }
    return found;
  }

 private:
  struct Parsed {
    std::string path;
    std::vector<Directive> directives;
  };

  /// Whose folder a relative path starts at is not known before it is known who includes whom.
  [[nodiscard]] bool may_mean(const Directive& include, const std::string& path) const {
    return std::ranges::any_of(
        parsed_, [&](const Parsed& file) { return matches(include, folder_of(file.path), path); });
  }

  void note_included(const std::vector<Directive>& directives) {
    for (const Directive& directive : directives) {
      note_included(directive.block);
      if (!is_include(directive)) continue;
      for (const Parsed& file : parsed_) {
        if (file.path != directive.file && may_mean(directive, file.path)) included_.insert(file.path);
      }
    }
  }

  [[nodiscard]] std::vector<Directive> expanded(const std::vector<Directive>& directives,
                                                const std::string& folder, int depth) const {
    std::vector<Directive> all;
    for (const Directive& directive : directives) {
      if (!is_include(directive)) {
        Directive copy = directive;
        copy.block = expanded(directive.block, folder, depth);
        all.push_back(std::move(copy));
        continue;
      }
      for (const Parsed& file : parsed_) {
        if (depth == deepest_include || !matches(directive, folder, file.path)) continue;
        std::vector<Directive> inside = expanded(file.directives, folder, depth + 1);
        std::ranges::move(inside, std::back_inserter(all));
      }
    }
    return all;
  }

  std::vector<Parsed> parsed_;
  std::set<std::string> included_;
};

}  // namespace

std::vector<std::vector<Directive>> nginx_directives(const std::vector<ConfigFile>& files) {
  return Tree(files).roots();
}

}  // namespace ff::render
