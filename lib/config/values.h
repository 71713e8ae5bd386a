#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/time.h"
#include "config/keys.h"
#include "config/tree.h"

namespace ff::config {

/// A word of a file and its place.
struct Item {
  std::string text;
  Position at;
};

/// What a key's value came to; which members count depends on the key's type.
struct Value {
  Position at;
  bool given = true;        ///< false when it is the key's fallback
  std::string text;         ///< of strings; an endpoint's address
  std::int64_t number = 0;  ///< whole number, port, 0 or 1, milliseconds, bytes
  double real = 0.0;        ///< of shares
  std::vector<Item> items;  ///< of lists
};

/// A file's values after each was checked by itself; what was faulty is not in it. Paths are written with
/// '/': "machines/box1/api", "watchdogs/0/unit".
class Values {
 public:
  void put(const std::string& path, Value value) { values_[path] = std::move(value); }
  void put_faulty(const std::string& path) { faulty_.insert(path); }
  void put_table(const std::string& parent, Item name) { tables_[parent].push_back(std::move(name)); }

  /// nullptr when the value is absent or faulty. Valid while this lives and nothing is put.
  [[nodiscard]] const Value* find(const std::string& path) const;
  [[nodiscard]] bool given(const std::string& path) const;
  /// Whether a value stands there that has a fault of its own.
  [[nodiscard]] bool faulty(const std::string& path) const { return faulty_.contains(path); }
  [[nodiscard]] std::string text(const std::string& path) const;
  [[nodiscard]] std::int64_t number(const std::string& path) const;
  [[nodiscard]] double real(const std::string& path) const;
  [[nodiscard]] Milliseconds duration(const std::string& path) const { return Milliseconds(number(path)); }
  [[nodiscard]] Bytes size(const std::string& path) const { return {number(path)}; }
  [[nodiscard]] std::vector<Item> items(const std::string& path) const;
  /// Names of the tables in a table, or indices of a list of tables, in the file's order.
  [[nodiscard]] std::vector<Item> tables(const std::string& parent) const;

 private:
  std::map<std::string, Value> values_;
  std::set<std::string> faulty_;
  std::map<std::string, std::vector<Item>> tables_;
};

/// Checks a tree against the table of keys: unknown and missing keys, types and ranges, each value by itself.
[[nodiscard]] Values values_of(FileKind kind, const Node& root, const std::string& file,
                               std::vector<Fault>& faults);

}  // namespace ff::config
