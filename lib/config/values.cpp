#include "config/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/text.h"
#include "config/check.h"
#include "config/literal.h"
#include "config/suggest.h"

namespace ff::config {
namespace {

constexpr std::size_t reported_max = 1000;

std::string below(const std::string& parent, const std::string& name, const char* separator) {
  return parent.empty() ? name : parent + separator + name;
}

/// A path as people write it: "watchdogs/0/unit" is "watchdogs[0].unit".
std::string dotted(const std::string& path) {
  std::string out;
  for (const std::string& part : split(path, '/')) {
    const bool index = !part.empty() && part.find_first_not_of("0123456789") == std::string::npos;
    if (index && out == "watchdogs") {
      out += "[" + part + "]";
    } else {
      out += (out.empty() ? "" : ".") + part;
    }
  }
  return out;
}

class Reading {
 public:
  Reading(FileKind kind, std::string file, std::vector<Fault>& faults)
      : kind_(kind), file_(std::move(file)), faults_(faults) {}

  void read_table(const Node& table, const std::string& pattern, const std::string& path);
  [[nodiscard]] Values values() && { return std::move(values_); }

 private:
  void read_member(const Node& member, const std::string& pattern, const std::string& path);
  void read_value(const Key& key, const Node& node, const std::string& path);
  void enter(const Node& node, const std::string& pattern, const std::string& path);
  void enter_list(const Node& node, const std::string& pattern, const std::string& path);
  void report_unknown(const Node& member, const std::string& pattern, const std::string& path);
  void fill_in(const Node& table, const std::string& pattern, const std::string& path);
  void fill_in_tables(const Node& table, const std::string& pattern, const std::string& path);
  void report(Position at, std::string what);

  [[nodiscard]] const Key* key_of(const std::string& pattern, const std::string& name) const;
  [[nodiscard]] std::vector<Key> keys_in(const std::string& pattern) const;
  [[nodiscard]] std::vector<std::string> tables_in(const std::string& pattern) const;
  [[nodiscard]] std::string homes_of(const std::string& name) const;

  FileKind kind_;
  std::string file_;
  std::vector<Fault>& faults_;
  std::size_t reported_ = 0;
  Values values_;
};

/// A file of nothing but faults is not worth an hour and a gigabyte.
void Reading::report(Position at, std::string what) {
  if (++reported_ > reported_max) return;
  if (reported_ == reported_max) what = "too many faults; those after this one are not looked for";
  faults_.push_back({file_, at.line, at.column, std::move(what)});
}

const Key* Reading::key_of(const std::string& pattern, const std::string& name) const {
  const auto found = std::ranges::find_if(
      keys(), [&](const Key& key) { return key.file == kind_ && pattern == key.table && name == key.name; });
  return found == keys().end() ? nullptr : &*found;
}

std::vector<Key> Reading::keys_in(const std::string& pattern) const {
  std::vector<Key> found;
  std::ranges::copy_if(keys(), std::back_inserter(found),
                       [&](const Key& key) { return key.file == kind_ && pattern == key.table; });
  return found;
}

/// Names of the tables right below: "machines", "*", "watchdogs[]".
std::vector<std::string> Reading::tables_in(const std::string& pattern) const {
  std::vector<std::string> found;
  const std::string prefix = pattern.empty() ? "" : pattern + ".";
  for (const Key& key : keys()) {
    const std::string_view table = key.table;
    if (key.file != kind_ || table.size() <= prefix.size() || !table.starts_with(prefix)) continue;
    const std::string name = split(table.substr(prefix.size()), '.').front();
    if (std::ranges::find(found, name) == found.end()) found.push_back(name);
  }
  return found;
}

/// Tables that have a key of this name, joined for a message; empty when none has.
std::string Reading::homes_of(const std::string& name) const {
  std::vector<std::string> homes;
  for (const Key& key : keys()) {
    if (key.file == kind_ && name == key.name) {
      homes.push_back(*key.table == '\0' ? "the top of the file" : fmt::format("[{}]", key.table));
    }
  }
  return joined(homes, " or ");
}

void Reading::read_table(const Node& table, const std::string& pattern, const std::string& path) {
  for (const Node& member : table.children) read_member(member, pattern, path);
  fill_in(table, pattern, path);
  fill_in_tables(table, pattern, path);
}

void Reading::read_member(const Node& member, const std::string& pattern, const std::string& path) {
  const std::string member_path = below(path, member.name, "/");
  if (const Key* key = key_of(pattern, member.name)) return read_value(*key, member, member_path);
  for (const std::string& name : tables_in(pattern)) {
    const std::string member_pattern = below(pattern, name, ".");
    if (name == member.name) return enter(member, member_pattern, member_path);
    if (name == member.name + "[]") return enter_list(member, member_pattern, member_path);
    if (name != "*") continue;
    if (!is_well_formed(KeyType::name, member.name)) {
      return report(member.name_at, fmt::format("\"{}\" is not a name; allowed: {}",
                                                printable(member.name, 80), allowed(*key_of("", "name"))));
    }
    values_.put_table(path, {member.name, member.name_at});
    return enter(member, member_pattern, member_path);
  }
  report_unknown(member, pattern, path);
}

void Reading::read_value(const Key& key, const Node& node, const std::string& path) {
  Checked checked = check(key, node);
  for (const Item& problem : checked.problems) report(problem.at, dotted(path) + ": " + problem.text);
  if (!checked.problems.empty()) return values_.put_faulty(path);
  values_.put(path, std::move(checked.value));
}

void Reading::enter(const Node& node, const std::string& pattern, const std::string& path) {
  if (node.kind == Node::Kind::table) return read_table(node, pattern, path);
  values_.put_faulty(path);
  const std::vector<std::string> inner = tables_in(pattern);
  const char* more = inner.size() == 1 && inner.front() == "*" ? ".NAME" : "";
  report(node.at,
         fmt::format("{0}: is {1}; allowed: a table, [{0}{2}]", dotted(path), word(node.kind), more));
}

void Reading::enter_list(const Node& node, const std::string& pattern, const std::string& path) {
  const bool tables = node.kind == Node::Kind::array && std::ranges::all_of(node.children, [](const Node& n) {
                        return n.kind == Node::Kind::table;
                      });
  if (!tables) {
    const char* what = node.kind == Node::Kind::array ? "a list of other things" : word(node.kind);
    return report(node.at, fmt::format("{0}: is {1}; allowed: tables, each [[{0}]]", dotted(path), what));
  }
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    values_.put_table(path, {std::to_string(i), node.children[i].at});
    read_table(node.children[i], pattern, below(path, std::to_string(i), "/"));
  }
}

void Reading::report_unknown(const Node& member, const std::string& pattern, const std::string& path) {
  if (reported_ > reported_max) return;
  std::vector<std::string> known;
  for (const Key& key : keys_in(pattern)) known.emplace_back(key.name);
  for (const std::string& name : tables_in(pattern)) {
    if (name != "*") known.push_back(name.substr(0, name.find('[')));
  }
  const std::string where = path.empty() ? "at the top of the file" : "in [" + dotted(path) + "]";
  std::string what = fmt::format("unknown key \"{}\" {}", printable(member.name, 80), where);
  const std::string homes = homes_of(member.name);
  if (!homes.empty()) {
    what += fmt::format(" (it belongs in {})", homes);
  } else {
    what += hint(member.name, known);
  }
  report(member.name_at, fmt::format("{}; allowed: {}", what, joined(known, ", ")));
}

/// Puts the fallbacks of absent keys and reports those that have none and are needed.
void Reading::fill_in(const Node& table, const std::string& pattern, const std::string& path) {
  for (const Key& key : keys_in(pattern)) {
    if (table.find(key.name) != nullptr) continue;
    const std::string key_path = below(path, key.name, "/");
    if (key.required) {
      report(table.name_at, fmt::format("{} is missing; allowed: {}", dotted(key_path), allowed(key)));
    } else if (key.fallback != nullptr) {
      const auto fallback = tree_of(fmt::format("value = {}", key.fallback), file_);
      Value value = check(key, fallback->children.front()).value;
      value.at = table.name_at;
      value.given = false;
      values_.put(key_path, std::move(value));
    }
  }
}

/// An absent table is one fault that names all its needed keys.
void Reading::fill_in_tables(const Node& table, const std::string& pattern, const std::string& path) {
  for (const std::string& name : tables_in(pattern)) {
    if (name == "*" || name.ends_with("[]") || table.find(name) != nullptr) continue;
    std::vector<std::string> needed;
    for (const Key& key : keys_in(below(pattern, name, "."))) {
      if (key.required) needed.emplace_back(key.name);
    }
    if (needed.empty()) continue;
    const std::string table_path = dotted(below(path, name, "/"));
    report(table.name_at,
           fmt::format("table [{}] is missing; it needs {}", table_path, joined(needed, ", ")));
  }
}

}  // namespace

const Value* Values::find(const std::string& path) const {
  const auto found = values_.find(path);
  return found == values_.end() ? nullptr : &found->second;
}

bool Values::given(const std::string& path) const {
  const Value* value = find(path);
  return value != nullptr && value->given;
}

std::string Values::text(const std::string& path) const {
  const Value* value = find(path);
  return value == nullptr ? std::string() : value->text;
}

std::int64_t Values::number(const std::string& path) const {
  const Value* value = find(path);
  return value == nullptr ? 0 : value->number;
}

double Values::real(const std::string& path) const {
  const Value* value = find(path);
  return value == nullptr ? 0.0 : value->real;
}

std::vector<Item> Values::items(const std::string& path) const {
  const Value* value = find(path);
  return value == nullptr ? std::vector<Item>{} : value->items;
}

std::vector<Item> Values::tables(const std::string& parent) const {
  const auto found = tables_.find(parent);
  return found == tables_.end() ? std::vector<Item>{} : found->second;
}

Values values_of(FileKind kind, const Node& root, const std::string& file, std::vector<Fault>& faults) {
  Reading reading(kind, file, faults);
  reading.read_table(root, "", "");
  return std::move(reading).values();
}

}  // namespace ff::config
