#include "tests/unit/config_texts.hpp"

// Texts that nobody writes on purpose, or only to do harm. Each has to end in one clear fault.
namespace ff::config {
namespace {

using namespace texts;

std::string only_fault(const std::string& text) {
  const auto faults = faults_of_replica(text);
  INFO(joined(faults, "\n"));
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].find_first_of(std::string("\n\r\x1b\0", 4)) == std::string::npos);
  CHECK(faults[0].size() < 600);
  return faults[0];
}

std::string repeated(const std::string& piece, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += piece;
  return all;
}

TEST_CASE("hostile: an empty file, and one of white space only", "[config]") {
  CHECK(only_fault("") == "replica.toml: is empty; allowed: the keys that the manual names");
  CHECK(begins(only_fault(" \n\t\r\n "), "replica.toml: is empty"));
}

TEST_CASE("hostile: comments only", "[config]") {
  const auto faults = faults_of_replica("# nothing here\n");
  REQUIRE(faults.size() == 4);
  CHECK(begins(faults[0], "replica.toml:1:1: boxes is missing"));
  CHECK(faults[1] == "replica.toml:1:1: table [model] is missing; it needs image, path, served_name");
}

TEST_CASE("hostile: a binary file", "[config]") {
  CHECK(only_fault(std::string("\x7f"
                               "ELF\x02\x01\x01\0\0\n",
                               10)) ==
        "replica.toml:1:8: a NUL byte: this is not text; allowed: a TOML file");
  CHECK(begins(only_fault(std::string("a = 1\n\0", 7)), "replica.toml:2:1: a NUL byte"));
  CHECK(begins(only_fault(std::string("\0", 1)), "replica.toml:1:1: a NUL byte"));
  CHECK(begins(only_fault("\x7f"
                          "ELF\x02\x01"),
               "replica.toml:1:1: not TOML: "));
}

TEST_CASE("hostile: 10 MB are not even parsed", "[config]") {
  CHECK(begins(only_fault(std::string(10'000'000, '#')), "replica.toml: is larger than 1 MiB"));
  CHECK(begins(only_fault(std::string(10'000'000, '[')), "replica.toml: is larger than 1 MiB"));
}

TEST_CASE("hostile: a file of just 1 MiB is parsed", "[config]") {
  const std::string comment = "#" + std::string(1024 * 1024 - replica.size() - 2, 'x') + "\n";
  CHECK((comment + replica).size() == 1024 * 1024);
  CHECK(faults_of_replica(comment + replica).empty());
  CHECK(begins(only_fault("#" + comment + replica), "replica.toml: is larger than 1 MiB"));
}

TEST_CASE("hostile: invalid UTF-8", "[config]") {
  for (const char* bytes : {"\xff", "\xc3\x28", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xc0\x80", "\xe2\x82"}) {
    INFO(bytes);
    CHECK(begins(only_fault(with(replica, "nemotron\"", std::string(bytes) + "\"")), "replica.toml:4:"));
  }
}

TEST_CASE("hostile: a byte order mark is skipped, another one is not", "[config]") {
  CHECK(faults_of_replica("\xef\xbb\xbf" + replica).empty());
  CHECK(begins(only_fault("\xef\xbb\xbf" + with(replica, "[\"box1\"", "[1")), "replica.toml:1:10: "));
  CHECK(begins(only_fault("\xef\xbb\xbf\xef\xbb\xbf" + replica), "replica.toml:1:"));
  CHECK(begins(only_fault("\xff\xfe"
                          "b\n"),
               "replica.toml:1:1: not TOML"));
}

TEST_CASE("hostile: control characters in strings, raw and escaped", "[config]") {
  for (const char* raw : {"\x01", "\x1b[2J", "\x7f", "\r"}) {
    CHECK(begins(only_fault(with(replica, "nemotron", raw)), "replica.toml:4:"));
  }
  for (const char* escaped : {"\\u0000", "\\n", "\\t", "\\u001b[2J", "\\u0085", "\\u202e", "\\U0010FFFF"}) {
    CHECK(begins(only_fault(with(replica, "/models/nemotron", std::string("/models/") + escaped)),
                 "replica.toml:4:8: model.path: "));
  }
}

TEST_CASE("hostile: TOML's own syntax errors keep their place", "[config]") {
  struct {
    const char* text;
    const char* place;
  } const cases[] = {
      {"boxes = \n", "1:9"},
      {"boxes = [\"a\"\n", "1:14"},
      {"boxes = 1\nboxes = 2\n", "2:9"},
      {"[model]\n[model]\n", "2:1"},
      {"a = \"x\ny\"\n", "1:7"},
      {"a = 01\n", "1:"},
      {"a = 1 b = 2\n", "1:7"},
      {"= 1\n", "1:1"},
      {"a = 99999999999999999999\n", "1:"},
  };
  for (const auto& one : cases) {
    INFO(one.text);
    CHECK(begins(only_fault(one.text), std::string("replica.toml:") + one.place));
  }
}

TEST_CASE("hostile: keys of half a million parts", "[config]") {
  const std::string deep = "a" + repeated(".a", 500'000);
  CHECK(begins(only_fault(deep + " = 1"), "replica.toml:1:1: a key of more than 32 parts"));
  CHECK(begins(only_fault("\n[" + deep + "]"), "replica.toml:2:1: a key of more than 32 parts"));
}

TEST_CASE("hostile: brackets without end", "[config]") {
  CHECK(begins(only_fault("a = " + std::string(300'000, '[')), "replica.toml:1:"));
  CHECK(begins(only_fault("a = " + repeated("{a=", 300'000)), "replica.toml:1:"));
}

TEST_CASE("hostile: lists and long keys inside each other as deep as they go", "[config]") {
  const std::string key = "a" + repeated(".a", 31);
  const std::string text =
      "x = " + repeated("{" + key + " = [\n", 125) + "1" + repeated("]}", 125) + "\n" + replica;
  CHECK(begins(only_fault(text), "replica.toml:1:1: unknown key \"x\" at the top of the file"));
}

TEST_CASE("hostile: a file of nothing but unknown keys ends with a remark", "[config]") {
  std::string text = replica;
  for (int i = 0; i < 2000; ++i) text.insert(0, "k" + std::to_string(i) + "=1\n");
  const auto faults = faults_of_replica(text);
  REQUIRE(faults.size() == 1000);
  CHECK(holds(faults.back(), "too many faults; those after this one are not looked for"));
}

TEST_CASE("hostile: a key of 100,000 characters and one that would move the cursor", "[config]") {
  CHECK(begins(only_fault(std::string(100'000, 'k') + " = 1\n" + replica),
               "replica.toml:1:1: unknown key \"kkk"));
  CHECK(begins(only_fault("\"\\u001b[2J\\n\" = 1\n" + replica),
               "replica.toml:1:1: unknown key \"\\x1b[2J\\x0a\""));
}

TEST_CASE("hostile: a file name that would move the cursor", "[config]") {
  const auto faults = faults_of(parse_profile("", "a\x1b[2J\n.toml"));
  REQUIRE(faults.size() == 1);
  CHECK(begins(faults[0], "a\\x1b[2J\\x0a.toml: is empty"));
}

TEST_CASE("hostile: Windows line ends", "[config]") {
  std::string text;
  for (const std::string& line : lines(replica)) text += line + "\r\n";
  CHECK(faults_of_replica(text).empty());
}

TEST_CASE("hostile: every prefix of the valid files is a value or faults, never more", "[config]") {
  for (std::size_t length = 0; length < split.size(); ++length) {
    const auto parsed = parse_profile(split.substr(0, length), "split.toml");
    INFO(split.substr(0, length));
    CHECK((parsed.has_value() || !parsed.error().empty()));
  }
  for (std::size_t length = 0; length < cluster.size(); ++length) {
    const auto parsed = parse_cluster(cluster.substr(0, length), "cluster.toml");
    CHECK((parsed.has_value() || !parsed.error().empty()));
  }
}

TEST_CASE("hostile: every single byte of a valid file changed to others", "[config]") {
  for (const char other : {'\0', '"', '[', ']', '=', '.', '\n', '\xff', '9'}) {
    for (std::size_t i = 0; i < split.size(); i += 3) {
      std::string text = split;
      text[i] = other;
      const auto parsed = parse_profile(text, "split.toml");
      if (parsed) continue;
      REQUIRE_FALSE(parsed.error().empty());
      for (const Fault& fault : parsed.error()) CHECK(begins(ff::config::text(fault), "split.toml:"));
    }
  }
}

}  // namespace
}  // namespace ff::config
