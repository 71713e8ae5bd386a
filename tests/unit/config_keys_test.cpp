#include "config/keys.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "tests/unit/config_texts.hpp"

namespace ff::config {
namespace {

using namespace texts;

/// One file's text with one key's line changed, and where its value stands then.
struct Changed {
  std::string text;
  int line = 0;
  int column = 0;
};

/// The line that opens the key's table in the valid texts; empty for the top of the file.
std::string header_of(const Key& key) {
  static const std::map<std::string, std::string> headers = {
      {"machines.*", "[machines.box1]"},
      {"overrides.*.*", "[overrides.replica.box1]"},
      {"watchdogs[]", "[[watchdogs]]"},
  };
  const auto found = headers.find(key.table);
  if (found != headers.end()) return found->second;
  return *key.table == '\0' ? "" : fmt::format("[{}]", key.table);
}

/// The key's line replaced by `line`; an empty one takes it out.
Changed change(const Key& key, const std::string& new_line) {
  const std::vector<std::string> before = lines(key.file == FileKind::cluster ? cluster : split);
  Changed changed;
  bool inside = *key.table == '\0';
  for (std::size_t i = 0; i < before.size(); ++i) {
    const bool is_header = before[i].starts_with('[');
    if (is_header) inside = before[i] == header_of(key);
    const bool is_key = inside && before[i].starts_with(std::string(key.name) + " = ");
    if (is_key) {
      changed.line = static_cast<int>(i) + 1;
      changed.column = static_cast<int>(new_line.find("= ")) + 3;
    }
    if (!is_key || !new_line.empty()) changed.text += (is_key ? new_line : before[i]) + "\n";
  }
  INFO("no line for " << key.path());
  REQUIRE(changed.line > 0);
  return changed;
}

std::vector<std::string> faults_with(const Key& key, const Changed& changed) {
  return key.file == FileKind::cluster ? faults_of_all(changed.text, split, replica)
                                       : faults_of_all(cluster, changed.text, replica);
}

std::string file_of(const Key& key) {
  return key.file == FileKind::cluster ? "cluster.toml" : "split.toml";
}

/// The key's path in the valid texts.
std::string path_of(const Key& key) {
  std::string path = key.path();
  for (const auto& [from, to] :
       std::map<std::string, std::string>{{"machines.*", "machines.box1"},
                                          {"overrides.*.*", "overrides.replica.box1"},
                                          {"watchdogs[]", "watchdogs[0]"}}) {
    if (path.starts_with(from)) path = to + path.substr(from.size());
  }
  return path;
}

/// Values of another type than the key's.
std::vector<std::string> wrong_types(KeyType type) {
  switch (type) {
    case KeyType::names:
    case KeyType::addresses:
    case KeyType::words:
      return {"\"box1\"", "7", "true", "{}"};
    case KeyType::port:
    case KeyType::integer:
      return {"\"12\"", "1.5", "true", "[12]", "{}", "2026-11-29"};
    case KeyType::share:
      return {"\"0.5\"", "true", "[0.5]", "{}"};
    case KeyType::boolean:
      return {"\"true\"", "1", "[true]", "{}"};
    default:
      return {"7", "1.5", "true", "[]", "{}", "2026-11-29", "07:00:00"};
  }
}

/// Values of the right type that no key of it takes.
std::vector<std::string> bad_values(const Key& key) {
  switch (key.type) {
    case KeyType::names:
      return {"[]",        "[7]",          "[true]", "[1.5]", "[[]]", "[\"\"]", "[\"box1\", \"box1\"]",
              "[\"a b\"]", "[\"box1\\n\"]"};
    case KeyType::addresses:
      return {"[7]",
              "[\"\"]",
              "[\"edge\"]",
              "[\"192.0.2.50:80\"]",
              "[\"0.0.0.0\"]",
              "[\"192.0.2.50\", \"192.0.2.50\"]",
              "[\"2001:db8::1\", \"2001:DB8:0::1\"]"};
    case KeyType::words:
      return {"[\"a b\"]", "[\"\"]", "[\"a\\u0000\"]", "[\"it's\"]", "[\"$HOME\"]", "[\"`id`\"]", "[1]"};
    case KeyType::port:
      return {"0", "65536", "-1", "9223372036854775807"};
    case KeyType::integer:
      return {fmt::format("{}", key.minimum - 1), fmt::format("{}", key.maximum + 1), "-9223372036854775808"};
    case KeyType::share:
      return {"0.0", "-0.1", "1.0001", "nan", "inf", "-inf", "2"};
    case KeyType::boolean:
      return {};
    case KeyType::duration:
      return {"\"\"",   "\"30\"", "\"1.5h\"", "\"-1s\"", "\"1s1m\"", "\"1m1m\"", "\"99999999999999999999s\"",
              "\"1 m\""};
    case KeyType::size:
      return {"\"\"", "\"8\"", "\"8 GB\"", "\"8 gib\"", "\"-8 GiB\"", "\"99999999999 TiB\"", "\"8  GiB\""};
    default:
      return {"\"\"",
              "\"a b\"",
              "\"a\\nb\"",
              "\"a\\u0000b\"",
              "\"\\u001b[31m\"",
              "\"a;b\"",
              "\"$(id)\"",
              "\"-oProxyCommand=x\"",
              "\"\u00fcber\"",
              "\"" + std::string(5000, 'a') + "\""};
  }
}

/// Without these the valid split is no split any more, which is another fault (see the tests of profiles).
bool makes_split(const Key& key) {
  return key.path() == "boxes_per_instance" || key.path() == "units.worker";
}

TEST_CASE("the valid texts of these tests have no fault", "[config]") {
  CHECK(faults_of_all(cluster, split, replica).empty());
}

TEST_CASE("every key of the wrong type is exactly one fault at its value", "[config]") {
  for (const Key& key : keys()) {
    for (const std::string& value : wrong_types(key.type)) {
      const Changed changed = change(key, fmt::format("{} = {}", key.name, value));
      const auto faults = faults_with(key, changed);
      INFO(key.path() << " = " << value << "\n" << joined(faults, "\n"));
      REQUIRE(faults.size() == 1);
      CHECK(begins(faults[0], fmt::format("{}:{}:{}: {}: is ", file_of(key), changed.line, changed.column,
                                          path_of(key))));
      CHECK(holds(faults[0], "allowed: " + allowed(key)));
    }
  }
}

TEST_CASE("every key with a value that it does not take is exactly one fault", "[config]") {
  for (const Key& key : keys()) {
    for (const std::string& value : bad_values(key)) {
      const Changed changed = change(key, fmt::format("{} = {}", key.name, value));
      const auto faults = faults_with(key, changed);
      INFO(key.path() << " = " << value << "\n" << joined(faults, "\n"));
      REQUIRE(faults.size() == 1);
      CHECK(begins(faults[0], fmt::format("{}:{}:", file_of(key), changed.line)));
      CHECK(holds(faults[0], path_of(key) + ": "));
      CHECK(holds(faults[0], "allowed: "));
      CHECK(faults[0].find_first_of("\n\r\x1b") == std::string::npos);
      CHECK(faults[0].size() < 500);
    }
  }
}

TEST_CASE("every needed key that is missing is exactly one fault that names it", "[config]") {
  int needed = 0;
  for (const Key& key : keys()) {
    if (!key.required) continue;
    ++needed;
    const auto faults = faults_with(key, change(key, ""));
    INFO(key.path() << "\n" << joined(faults, "\n"));
    REQUIRE(faults.size() == 1);
    CHECK(begins(faults[0], file_of(key) + ":"));
    CHECK(holds(faults[0], path_of(key) + " is missing; allowed: " + allowed(key)));
  }
  CHECK(needed == 16);
}

TEST_CASE("every other key may be left out, save what makes a split one", "[config]") {
  for (const Key& key : keys()) {
    if (key.required || makes_split(key)) continue;
    const auto faults = faults_with(key, change(key, ""));
    INFO(key.path() << "\n" << joined(faults, "\n"));
    const bool makes_route_host_no_box = key.path() == "machines.*.fabric";
    CHECK(faults.size() == (makes_route_host_no_box ? 2 : 0));
  }
}

TEST_CASE("every key that is misspelt is told with the key that was meant", "[config]") {
  for (const Key& key : keys()) {
    const std::string name = key.name;
    const std::string slip = name.substr(0, name.size() - 1) + "_" + name.back();
    const Changed right = change(key, name + " = 0");
    const std::string line =
        lines(key.file == FileKind::cluster ? cluster : split)[static_cast<std::size_t>(right.line) - 1];
    const auto faults = faults_with(key, change(key, slip + line.substr(name.size())));
    INFO(key.path() << "\n" << joined(faults, "\n"));
    const auto told = std::ranges::find_if(faults, [&](const std::string& fault) {
      return holds(fault, fmt::format("{}:{}:1: unknown key \"{}\"", file_of(key), right.line, slip));
    });
    REQUIRE(told != faults.end());
    CHECK(holds(*told, fmt::format("(did you mean {}?)", name)));
  }
}

TEST_CASE("every key is in the table once, with help, and its fallback is a value that it takes",
          "[config]") {
  std::set<std::pair<FileKind, std::string>> paths;
  for (const Key& key : keys()) {
    INFO(key.path());
    CHECK(paths.emplace(key.file, key.path()).second);
    CHECK(std::string(key.help).ends_with('.'));
    CHECK_FALSE(allowed(key).empty());
    CHECK_FALSE((key.required && key.fallback != nullptr));
    if (key.fallback == nullptr || makes_split(key)) continue;
    CHECK(faults_with(key, change(key, fmt::format("{} = {}", key.name, key.fallback))).empty());
  }
}

}  // namespace
}  // namespace ff::config
