#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "config/fault.h"

namespace ff::config {

/// A place in a file, counted from 1.
struct Position {
  int line = 0;
  int column = 0;
};

/// One value of a TOML file with its place: all that is left of the parser behind tree.cpp.
struct Node {
  enum class Kind { string, integer, real, boolean, array, table, date };

  Kind kind = Kind::table;
  std::string name;  ///< its key; empty for the root and in lists
  Position name_at;  ///< where its key stands; of a table its header
  Position at;       ///< where its value stands
  std::string text;  ///< of a string
  std::int64_t integer = 0;
  double real = 0.0;
  bool boolean = false;
  std::vector<Node> children;  ///< of a list or a table, in the file's order

  [[nodiscard]] const Node* find(std::string_view child) const;
};

/// "a string", "a list", ...: what the value is, for messages.
[[nodiscard]] const char* word(Node::Kind kind);
/// The tree of a TOML text. Fails on the first place that is not TOML, and on texts that only harm can want:
/// over 1 MiB, NUL bytes, keys of absurd depth.
[[nodiscard]] std::expected<Node, Fault> tree_of(std::string_view text, const std::string& file);

}  // namespace ff::config
