#include "config/tree.h"

#include <fmt/format.h>

#include <toml++/toml.h>
#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"
#include "config/dotted.h"
#include "config/limits.h"

namespace ff::config {
namespace {

Position position_of(const toml::source_position& position) {
  return {static_cast<int>(position.line), static_cast<int>(position.column)};
}

Node node_of(const toml::node& from);

std::vector<Node> members_of(const toml::table& table) {
  std::vector<Node> members;
  for (const auto& [key, value] : table) {
    Node member = node_of(value);
    member.name = std::string(key.str());
    member.name_at = position_of(key.source().begin);
    members.push_back(std::move(member));
  }
  std::ranges::sort(members, {},
                    [](const Node& node) { return std::pair(node.name_at.line, node.name_at.column); });
  return members;
}

Node node_of(const toml::node& from) {
  Node node;
  node.at = position_of(from.source().begin);
  node.name_at = node.at;
  if (const auto* table = from.as_table()) {
    node.children = members_of(*table);
  } else if (const auto* array = from.as_array()) {
    node.kind = Node::Kind::array;
    for (const toml::node& item : *array) node.children.push_back(node_of(item));
  } else if (const auto* string = from.as_string()) {
    node.kind = Node::Kind::string;
    node.text = string->get();
  } else if (const auto* integer = from.as_integer()) {
    node.kind = Node::Kind::integer;
    node.integer = integer->get();
  } else if (const auto* real = from.as_floating_point()) {
    node.kind = Node::Kind::real;
    node.real = real->get();
  } else if (const auto* boolean = from.as_boolean()) {
    node.kind = Node::Kind::boolean;
    node.boolean = boolean->get();
  } else {
    node.kind = Node::Kind::date;
  }
  return node;
}

/// Why the text is not even shown to the parser, if it is not.
std::optional<Fault> refusal(std::string_view text, const std::string& file) {
  if (text.size() > file_bytes_max) {
    return Fault{file, 0, 0, "is larger than 1 MiB, which no file of ff's is; allowed: a TOML file"};
  }
  if (trimmed(text).empty()) return Fault{file, 0, 0, "is empty; allowed: the keys that the manual names"};
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
    const auto line = 1 + static_cast<int>(std::ranges::count(text.substr(0, nul), '\n'));
    const std::size_t before = nul == 0 ? std::string_view::npos : text.rfind('\n', nul - 1);
    const auto column = static_cast<int>(nul - (before == std::string_view::npos ? 0 : before + 1)) + 1;
    return Fault{file, line, column, "a NUL byte: this is not text; allowed: a TOML file"};
  }
  if (const int line = line_with_absurd_key(text); line > 0) {
    return Fault{file, line, 1, "a key of more than 32 parts; allowed: the keys that the manual names"};
  }
  return std::nullopt;
}

}  // namespace

const Node* Node::find(std::string_view child) const {
  const auto found = std::ranges::find(children, child, &Node::name);
  return found == children.end() ? nullptr : &*found;
}

const char* word(Node::Kind kind) {
  constexpr std::array words = {"a string", "a whole number", "a number",      "true or false",
                                "a list",   "a table",        "a date or time"};
  return words[static_cast<std::size_t>(kind)];
}

std::expected<Node, Fault> tree_of(std::string_view text, const std::string& file) {
  if (auto refused = refusal(text, file)) return std::unexpected(*std::move(refused));
  try {
    return node_of(toml::parse(text, std::string_view(file)));
  } catch (const toml::parse_error& error) {
    const Position at = position_of(error.source().begin);
    return std::unexpected(
        Fault{file, at.line, at.column, fmt::format("not TOML: {}", printable(error.description()))});
  }
}

}  // namespace ff::config
