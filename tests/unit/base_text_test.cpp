#include "base/text.h"

#include <array>
#include <cstdio>

#include "tests/catch.hpp"

namespace ff {
namespace {

using Words = std::vector<std::string>;

TEST_CASE("a value is read from the line that names it", "[base]") {
  const std::string text = "ActiveState=failed\nExecMainStatus=5\nX=a=b\n";
  CHECK(value_in(text, "ExecMainStatus") == "5");
  CHECK(value_in(text, "X") == "a=b");
  CHECK(value_in(text, "Main").empty());
}

TEST_CASE("split keeps empty pieces, also at the ends", "[base]") {
  CHECK(split("a,b", ',') == Words{"a", "b"});
  CHECK(split("", ',') == Words{""});
  CHECK(split(",", ',') == Words{"", ""});
  CHECK(split("a,,b,", ',') == Words{"a", "", "b", ""});
}

TEST_CASE("split and joined are each other's reverse", "[base]") {
  for (const char* text : {"", ",", "a", "a,b", ",a,,b,"}) CHECK(joined(split(text, ','), ",") == text);
  CHECK(joined({}, ", ").empty());
}

TEST_CASE("lines know both line ends and need none at the end", "[base]") {
  CHECK(lines("a\nb\n") == Words{"a", "b"});
  CHECK(lines("a\r\nb") == Words{"a", "b"});
  CHECK(lines("\n\na") == Words{"", "", "a"});
  CHECK(lines("").empty());
  CHECK(lines("\n") == Words{""});
  CHECK(lines("a\rb\n") == Words{"a\rb"});
}

TEST_CASE("trimmed takes white space off both ends only", "[base]") {
  CHECK(trimmed(" \t a b \r\n") == "a b");
  CHECK(trimmed(" \n").empty());
  CHECK(trimmed("").empty());
}

TEST_CASE("printable leaves people's text alone", "[base]") {
  CHECK(printable("GPU KV cache: 41%, \"ok\" \\ \u00fc \u20ac \U0001f600") ==
        "GPU KV cache: 41%, \"ok\" \\ \u00fc \u20ac \U0001f600");
  CHECK(printable("").empty());
}

TEST_CASE("printable disarms what a terminal would obey", "[base]") {
  CHECK(printable("a\x1b[2Jb") == "a\\x1b[2Jb");
  CHECK(printable("a\r\n\tb") == "a\\x0d\\x0a\\x09b");
  CHECK(printable("\x7f") == "\\x7f");
  CHECK(printable(std::string_view("a\0b", 3)) == "a\\x00b");
  CHECK(printable("\xc2\x9b"
                  "2J") == "\\xc2\\x9b2J");
}

TEST_CASE("printable shows what is not UTF-8 byte by byte", "[base]") {
  CHECK(printable("\xff") == "\\xff");
  CHECK(printable("\xc3") == "\\xc3");
  CHECK(printable("\xe2\x82") == "\\xe2\\x82");
  CHECK(printable("\xc0\x80") == "\\xc0\\x80");
  CHECK(printable("\x80"
                  "a") == "\\x80a");
  CHECK(printable("\xf5\x80\x80\x80") == "\\xf5\\x80\\x80\\x80");
}

TEST_CASE("printable refuses surrogates, overlong forms and what lies above U+10FFFF", "[base]") {
  CHECK(printable("\xed\xa0\x80") == "\\xed\\xa0\\x80");
  CHECK(printable("\xe0\x80\xaf") == "\\xe0\\x80\\xaf");
  CHECK(printable("\xf0\x80\x80\xaf") == "\\xf0\\x80\\x80\\xaf");
  CHECK(printable("\xf4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");
  CHECK(printable("\xed\x9f\xbf") == "\xed\x9f\xbf");
  CHECK(printable("\xf4\x8f\xbf\xbf") == "\xf4\x8f\xbf\xbf");
}

TEST_CASE("printable disarms characters that turn the direction of a line", "[base]") {
  CHECK(printable("a\u202eb") == "a\\xe2\\x80\\xaeb");
  CHECK(printable("\u2066x\u2069") == "\\xe2\\x81\\xa6x\\xe2\\x81\\xa9");
  CHECK(printable("\u2028") == "\\xe2\\x80\\xa8");
}

TEST_CASE("printable cuts long text between characters", "[base]") {
  CHECK(printable(std::string(500, 'a')) == std::string(400, 'a') + "...");
  CHECK(printable("abc", 3) == "abc");
  CHECK(printable("abcd", 3) == "abc...");
  CHECK(printable("\u20ac\u20ac", 2) == "\u20ac...");
}

/// What a real shell makes of a line.
std::string said_by_shell(const std::string& word) {
  const std::string command = "printf %s " + word;
  FILE* pipe = ::popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string said;
  std::array<char, 4096> buffer = {};
  for (std::size_t got = 0; (got = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    said.append(buffer.data(), got);
  CHECK(::pclose(pipe) == 0);
  return said;
}

TEST_CASE("a quoted word is one word to a shell, whatever is in it", "[base]") {
  for (const char* word : {"plain", "two words", "it's", "''", "$HOME", "`id`", "a;b|c&d", "*", "\\", "\"",
                           "a\nb", "!x", "~", "#x", "\u00fc", "-n"}) {
    INFO(word);
    CHECK(said_by_shell(shell_quoted(word)) == word);
  }
  CHECK(shell_quoted("") == "''");
  CHECK(shell_quoted("/etc/ff/env/a@b.env") == "/etc/ff/env/a@b.env");
}

}  // namespace
}  // namespace ff
